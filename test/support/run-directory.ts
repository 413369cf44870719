import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readdirSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";
import { processesOf } from "./processes-of.mjs";

declare module "vitest" {
  interface ProvidedContext {
    runFolder: string;
  }
}

/** What test files share stays in the folder until the run's end: a program, what was compiled, new databases. */
export const HOOK_PROGRAM = "hook-program";
export const CODE_CACHES = "code-caches";
export const NEW_DATABASES = "new-databases";
const SHARED = [HOOK_PROGRAM, CODE_CACHES, NEW_DATABASES];

/**
 * Gives the run a temporary folder of its own, in which tests make theirs, so that all that a test starts names it. When
 * the run ends in order, nothing may be left there. When it is broken off, the reaper ends what was started.
 */
export function setup(project: TestProject): () => Promise<void> {
  // Short: the path of a socket has room for a hundred bytes.
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "hf-")));
  // Some tests run programs as another user.
  chmodSync(folder, 0o711);
  const script = fileURLToPath(new URL("./reaper.mjs", import.meta.url));
  const reaper = spawn(process.execPath, [script, folder], {
    cwd: "/",
    env: {},
    // A Ctrl-C at the terminal reaches the whole group of the runner.
    detached: true,
    stdio: ["pipe", "ignore", "inherit"],
  });
  reaper.unref();
  process.env["TMPDIR"] = folder;
  project.provide("runFolder", folder);
  return async () => {
    const files = readdirSync(folder).filter((name) => !SHARED.includes(name));
    const left = [
      ...processesOf(folder)
        .filter(({ pid }) => pid !== reaper.pid)
        .filter(isNoWorker)
        .map(describe),
      ...files,
    ];
    // Nothing else keeps the runner alive by now: it would end before it has looked, and before it has removed its own files.
    reaper.ref();
    const gone = once(reaper, "exit");
    reaper.stdin.end();
    await gone;
    if (left.length === 0) return;
    // The runner only prints what is thrown here.
    process.exitCode = 1;
    throw new Error(`The tests left behind:\n${left.join("\n")}`);
  };
}

/** The runner ends its own workers later. */
function isNoWorker({ command }: { command: string }): boolean {
  return !command.includes("vitest");
}

function describe({ pid, command }: { pid: number; command: string }): string {
  return `process ${pid}: ${command}`;
}
