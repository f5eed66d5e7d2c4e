"""Which names in a function are its own, and which are the module's: for whoever gives names anew."""

import ast

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def arguments_of(function):
    """The ``ast.arg`` of everything a function or lambda takes, in order."""
    told = function.args
    found = [*told.posonlyargs, *told.args, *told.kwonlyargs]
    return found + [arg for arg in (told.vararg, told.kwarg) if arg is not None]


def own_names(function):
    """Names that belong to a function (or lambda, or comprehension): what it takes and what it sets."""
    names = set()
    outer = set()
    if isinstance(function, FUNCTIONS):
        names |= {arg.arg for arg in arguments_of(function)}
        body = function.body if isinstance(function.body, list) else [function.body]
        todo = list(body)
    else:
        todo = [generator.target for generator in function.generators]
    while todo:
        node = todo.pop()
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            names.add(node.id)
        elif isinstance(node, ast.Global | ast.Nonlocal):
            outer |= set(node.names)
        elif isinstance(node, ast.ExceptHandler) and node.name:
            names.add(node.name)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            names |= {alias.asname or alias.name.split(".")[0] for alias in node.names}
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names.add(node.name)
        elif not isinstance(node, FUNCTIONS + COMPREHENSIONS):
            todo += ast.iter_child_nodes(node)
    return names - outer


class Walker(ast.NodeTransformer):
    """Visits a module with ``self.scopes``: the own names of each function around a node, outermost first; empty at the
    top of the module. ``self.is_in_class`` tells whether the node stands in the body of a class itself."""

    def __init__(self):
        self.scopes = []
        self.is_in_class = False

    def is_own(self, name):
        """Whether some function around here has the name to itself."""
        return any(name in scope for scope in self.scopes)

    def visit_FunctionDef(self, node):
        # What stands in the head belongs to whatever is around the function.
        node.decorator_list = [self.visit(each) for each in node.decorator_list]
        self._visit_defaults(node.args)
        self._visit_inside(node)
        return node

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_Lambda(self, node):
        self._visit_defaults(node.args)
        self._visit_inside(node)
        return node

    def visit_ClassDef(self, node):
        node.bases = [self.visit(each) for each in node.bases]
        was_in_class, self.is_in_class = self.is_in_class, True
        node.body = self._block(node.body)
        self.is_in_class = was_in_class
        return node

    def _visit_comprehension(self, node):
        self.scopes.append(own_names(node))
        self.enter(node)
        self.generic_visit(node)
        self.leave(node)
        self.scopes.pop()
        return node

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = _visit_comprehension

    def _visit_defaults(self, told):
        told.defaults = [self.visit(each) for each in told.defaults]
        told.kw_defaults = [each and self.visit(each) for each in told.kw_defaults]

    def _visit_inside(self, function):
        was_in_class, self.is_in_class = self.is_in_class, False
        self.scopes.append(own_names(function))
        self.enter(function)
        if isinstance(function.body, list):
            function.body = self._block(function.body)
        else:
            function.body = self.visit(function.body)
        self.leave(function)
        self.scopes.pop()
        self.is_in_class = was_in_class

    def _block(self, statements):
        made = []
        for statement in statements:
            new = self.visit(statement)
            made += new if isinstance(new, list) else [new] if new is not None else []
        return made or [ast.Pass()]

    def enter(self, function):
        """Called when the inside of a function, a lambda or a comprehension begins."""

    def leave(self, function):
        """Called when it ends."""
