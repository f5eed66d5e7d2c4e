"""What only POSIX has, each with a portable twin; no other file asks which system this is.

The twins are tried on Linux, with ``HOST_SIM_PORTABLE=1`` in the environment; nobody has tried them on Windows yet.
"""

import contextlib
import ctypes
import os
import secrets
import signal
import socket
import subprocess
import sys

IS_POSIX = os.name == "posix" and not os.environ.get("HOST_SIM_PORTABLE")
_PR_SET_PDEATHSIG = 1
_CONNECTS_WITHIN_S = 60


def go_on_as(command, environment):
    """Run ``command`` in place of this process; where that can't be, as a child. Returns its exit status."""
    if IS_POSIX:
        os.execve(command[0], command, environment)
    return subprocess.run(command, env=environment, check=False).returncode


def venv_python(venv):
    """The Python of the virtual environment in the folder ``venv``."""
    return venv / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


@contextlib.contextmanager
def locked(path):
    """Hold the lock file ``path``; whoever comes second waits. Raises OSError if it can't be made."""
    with open(path, "a+") as file:
        if IS_POSIX:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX)
            yield
        elif os.name == "nt":
            import msvcrt

            file.seek(0)
            while True:
                # Gives up after ten seconds each time: an installation takes longer.
                with contextlib.suppress(OSError):
                    msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)
                    break
            try:
                yield
            finally:
                file.seek(0)
                msvcrt.locking(file.fileno(), msvcrt.LK_UNLCK, 1)
        else:
            yield


def die_with_parent():
    """On Linux the kernel ends this process with its parent, even in an endless loop and if the parent was killed.
    Elsewhere it ends when it next has something to say and nobody hears it."""
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


# --- a channel between a process and a child: ``read(most)``, ``write(data)``, ``fileno()``, ``close()`` ---


class Pipes:
    """Two pipes: 8 us a message and way, half of what a socket takes."""

    def __init__(self, reading, writing):
        self._reading = reading
        self._writing = writing

    def fileno(self):
        """To wait on until there is something to read."""
        return self._reading

    def read(self, most):
        """Some bytes, up to ``most``; none if the other end is gone."""
        return os.read(self._reading, most)

    def write(self, data):
        """Write all of ``data``. Raises BrokenPipeError if the other end is gone."""
        done = os.write(self._writing, data)
        while done < len(data):
            data = data[done:]
            done = os.write(self._writing, data)

    def close(self):
        """Give it back."""
        os.close(self._reading)
        os.close(self._writing)


class Socket:
    """The portable twin: a connection within this computer."""

    def __init__(self, connection):
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._socket = connection

    def fileno(self):
        """As in `Pipes`."""
        return self._socket.fileno()

    def read(self, most):
        """As in `Pipes`."""
        try:
            return self._socket.recv(most)
        except ConnectionError:
            return b""

    def write(self, data):
        """As in `Pipes`."""
        try:
            self._socket.sendall(data)
        except ConnectionError as error:
            raise BrokenPipeError from error

    def close(self):
        """As in `Pipes`."""
        self._socket.close()


def start_child(command, **options):
    """Start ``command`` with one more argument, which the child gives to ``channel_to_parent``.

    ``options`` as of subprocess.Popen. Returns the process and the channel to it.
    """
    if IS_POSIX:
        to_child, our_writing = os.pipe()
        our_reading, from_child = os.pipe()
        command = [*command, f"{to_child},{from_child}"]
        process = subprocess.Popen(command, pass_fds=(to_child, from_child), **options)
        os.close(to_child)
        os.close(from_child)
        return process, Pipes(our_reading, our_writing)
    with socket.create_server(("127.0.0.1", 0)) as server:
        word = secrets.token_hex(16)  # nobody else of this computer may take the child's place
        process = subprocess.Popen([*command, f"{server.getsockname()[1]},{word}"], **options)
        server.settimeout(_CONNECTS_WITHIN_S)
        while True:
            connection, _ = server.accept()
            connection.settimeout(None)
            if connection.recv(32, socket.MSG_WAITALL) == word.encode():
                return process, Socket(connection)
            connection.close()


def channel_to_parent(argument):
    """In the child: the other end of what ``start_child`` returned."""
    first, second = argument.split(",")
    if IS_POSIX:
        return Pipes(int(first), int(second))
    connection = socket.create_connection(("127.0.0.1", int(first)), _CONNECTS_WITHIN_S)
    connection.settimeout(None)
    connection.sendall(second.encode())
    return Socket(connection)
