// Runs steps on MicroPython's 32-bit WASM build. Started by wasm_vm.py, which writes a JSON object to our input:
// {module, files: [[path in the VM, path here]...], steps: [Python, ...], heapsize, pystack}.
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const task = JSON.parse(fs.readFileSync(0, "utf8"));
const { loadMicroPython } = await import(pathToFileURL(task.module).href);
const mp = await loadMicroPython({
  heapsize: task.heapsize,
  pystack: task.pystack,
  stdout: (line) => console.log(line),
});
// The heap grows above this from now on. To the collector whatever looks like an address is one: low addresses look like
// the small numbers in code, and keep alive what nobody uses; a board's addresses (0x3fc.....) don't.
mp._module._malloc(task.above);
for (const [there, here] of task.files) {
  mp.FS.mkdirTree(path.posix.dirname(there));
  mp.FS.writeFile(there, fs.readFileSync(here));
}
try {
  for (const step of task.steps) {
    // A collection frees only between two calls: the registers and the stack of a running one hold on to anything.
    mp.runPython("import gc\ngc.collect()");
    mp.runPython("gc.collect()");
    mp.runPython(step);
  }
} catch (error) {
  // Its words only: Node would print the line it happened in, which is the whole build.
  console.log(String(error.message ?? error));
  process.exit(1);
}
