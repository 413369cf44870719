import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readdirSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";
import { processesOf } from "./processes-of.mjs";

declare module "vitest" {
  interface ProvidedContext {
    runDirectory: string;
  }
}

/** What test files share stays in the directory until the end of the run: a program, compiled code, new databases. */
export const HOOK_PROGRAM = "hook-program";
export const CODE_CACHES = "code-caches";
export const NEW_DATABASES = "new-databases";
const SHARED = [HOOK_PROGRAM, CODE_CACHES, NEW_DATABASES];

const ENDING_MS = 5_000;

/**
 * Gives the run its own temporary directory, in which tests create theirs, so that everything they start mentions it.
 * After a normal end, nothing may be left there or still run. If the run is aborted, the reaper kills what was started.
 */
export function setup(project: TestProject): () => Promise<void> {
  // Short, because the path of a socket is limited to about a hundred bytes.
  const directory = realpathSync(mkdtempSync(join(tmpdir(), "hf-")));
  // Some tests run programs as another user.
  chmodSync(directory, 0o711);
  const script = fileURLToPath(new URL("./reaper.mjs", import.meta.url));
  const reaper = spawn(process.execPath, [script, directory], {
    cwd: "/",
    env: {},
    // Detached, because Ctrl-C in the terminal reaches the whole process group of the runner.
    detached: true,
    stdio: ["pipe", "ignore", "inherit"],
  });
  reaper.unref();
  process.env["TMPDIR"] = directory;
  project.provide("runDirectory", directory);
  return async () => {
    const processes = await remaining(() =>
      processesOf(directory).filter(({ pid, command }) => pid !== reaper.pid && !isWorker(command)),
    );
    const files = readdirSync(directory).filter((name) => !SHARED.includes(name));
    const left = [...processes.map(({ pid, command }) => `process ${pid}: ${command}`), ...files];
    // Nothing else keeps the runner alive now. It would exit before this check, and before it removes its own files.
    reaper.ref();
    const gone = once(reaper, "exit");
    reaper.stdin.end();
    await gone;
    if (left.length === 0) return;
    // The runner only prints what is thrown here, so set the exit code as well.
    process.exitCode = 1;
    throw new Error(`The tests left behind:\n${left.join("\n")}`);
  };
}

/** The processes that do not end on their own: one that a worker started may need a moment longer than the worker. */
async function remaining<T>(look: () => T[]): Promise<T[]> {
  const end = Date.now() + ENDING_MS;
  let found = look();
  while (found.length > 0 && Date.now() < end) {
    await sleep(50);
    found = look();
  }
  return found;
}

/** The runner's own workers end later. */
function isWorker(command: string): boolean {
  return command.includes("vitest");
}
