#!/usr/bin/env node
import { basename, join } from "node:path";
import { homeDirectory } from "../files/home-directory.ts";
import { pathsFrom } from "../kernel/paths.ts";
import { type CodeCache, openCodeCache } from "./code-cache.ts";
import { runProgram } from "./run-program.ts";

/** The hash of everything built, inserted by the build. */
declare const BUILD_ID: string;

/**
 * The source of `main.cjs` and `hook.cjs`, each of which runs the program of its own name. Each command, and each event
 * of a hook, runs different code and has its own code cache. V8 rejects code that was compiled under other flags.
 */
const program = basename(__filename, ".cjs");
const [first = "", second = ""] = process.argv.slice(2);
const command = first === "daemon" ? `daemon-${second}` : first;
const flags = process.execArgv.length > 0 ? "-flags" : "";
/** For `uninstall`, which may delete the cache directory. */
const noCache: CodeCache = { read: () => undefined, write: () => {} };
const openCache = () =>
  openCodeCache({
    directory: join(pathsFrom(process.env, homeDirectory(process.env)).state, "code-cache"),
    name: `${program}-${program === "hook" ? second : command}${flags}`,
    build: BUILD_ID,
  });
runProgram({
  file: join(__dirname, "programs", `${program}.cjs`),
  launcher: { require, filename: __filename, dirname: __dirname },
  cache: command === "uninstall" ? noCache : openCache(),
  isLong: program !== "hook",
});
