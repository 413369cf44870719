#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { basename, join } from "node:path";
import { Script } from "node:vm";
import { openCodeCache } from "./code-cache.ts";
import { pathsFrom } from "./kernel/paths.ts";

/**
 * What `main.cjs` and `hook.cjs` are: each runs the program of its own name, from V8's compiled form of it when an
 * earlier run has left one. Compiling is most of what a start costs, and a hook starts at every prompt.
 */
const name = basename(__filename);
const path = join(__dirname, "programs", name);
// The build writes ASCII, which is read much faster than UTF-8.
const text = readFileSync(path, "latin1");
const cache = openCodeCache({
  folder: join(pathsFrom(process.env, homedir()).state, "code-cache"),
  name,
  id: buildOf(text),
});
const compiled = cache.read();
const script = new Script(`(function(require,__filename,__dirname){${text}\n})`, {
  filename: path,
  ...(compiled ? { cachedData: compiled } : {}),
});
// Written when all is done, so that it holds what a run really needs. What runs for hours would leave far more.
const isLasting = process.argv[2] === "daemon" || process.argv[2] === "mcp";
if (script.cachedDataRejected !== false && !isLasting)
  process.once("exit", () => cache.write(() => script.createCachedData()));
script.runInThisContext()(require, __filename, __dirname);

/** The hash of the program, which the build puts into its first line. */
function buildOf(program: string): string {
  return /^\/\/ (\w+)/.exec(program)?.[1] ?? "unknown";
}
