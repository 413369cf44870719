import { execFile } from "node:child_process";
import { constants, setPriority } from "node:os";

const TIMEOUT_MS = 10 * 60_000;

/** This program, to be run in a process of its own: long work in the daemon would delay hooks. */
export interface ProgramOptions {
  script: string;
  env: Readonly<Record<string, string | undefined>>;
}

/** The words of a command, and where it runs. The signal ends it. */
interface ProgramCall {
  words: readonly string[];
  cwd?: string;
  signal: AbortSignal;
}

/** Resolves to what the command printed. Rejects if it failed, with what it printed about that as `stderr`. */
export function runProgram(
  { script, env }: ProgramOptions,
  { words, cwd, signal }: ProgramCall,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { env: { ...env }, cwd, timeout: TIMEOUT_MS, killSignal: "SIGKILL", signal } as const;
    const child = execFile(process.execPath, [script, ...words], options, (error, stdout, stderr) => {
      if (error) reject(Object.assign(error, { stderr }));
      else resolve(stdout);
    });
    if (child.pid !== undefined) lowerPriority(child.pid);
  });
}

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // The process has ended, or the system has no priorities.
  }
}
