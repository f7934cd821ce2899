// Runs a WebAssembly program in node: `node wasi.mjs PROGRAM ARGUMENT...`.

import { readFileSync } from "node:fs";
import { WASI } from "node:wasi";

const [path, ...words] = process.argv.slice(2);
const wasi = new WASI({ version: "preview1", args: [path, ...words], env: process.env, preopens: { "/": "/" } });
const module = new WebAssembly.Module(readFileSync(path));
// There are no threads: who asks for one is told that they are not supported, error 58.
const threads = WebAssembly.Module.imports(module).filter((wanted) => wanted.module === "env");
const env = Object.fromEntries(threads.map(({ name }) => [name, () => (name === "pthread_create" ? 58 : 0)]));
process.exitCode = wasi.start(new WebAssembly.Instance(module, { ...wasi.getImportObject(), env }));
