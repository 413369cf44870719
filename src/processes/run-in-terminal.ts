import { spawn } from "node:child_process";
import { constants } from "node:os";
import { HoldfastError } from "../kernel/errors.ts";

interface Program {
  command: readonly string[];
  directory: string;
  environment: Readonly<Record<string, string | undefined>>;
}

/** Keys such as Ctrl-C reach all programs in the terminal. The other program decides what they mean. */
const KEYS = ["SIGINT", "SIGQUIT"] as const;
const FORWARDED = ["SIGTERM", "SIGHUP"] as const;

/** Runs a program in this terminal, as if it had replaced this process. Resolves to its exit code. */
export async function runInTerminal({ command, directory, environment }: Program): Promise<number> {
  const [program = "", ...args] = command;
  const child = spawn(program, args, { cwd: directory, env: environment, stdio: "inherit" });
  const ignore = () => {};
  const forward = (signal: NodeJS.Signals) => child.kill(signal);
  for (const signal of KEYS) process.on(signal, ignore);
  for (const signal of FORWARDED) process.on(signal, forward);
  try {
    return await new Promise<number>((resolve, reject) => {
      child.once("error", (error) => reject(toHoldfastError(error, program)));
      child.once("close", (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)));
    });
  } finally {
    for (const signal of KEYS) process.off(signal, ignore);
    for (const signal of FORWARDED) process.off(signal, forward);
  }
}

function toHoldfastError(error: NodeJS.ErrnoException, program: string): Error {
  if (error.code !== "ENOENT") return error;
  return new HoldfastError("not_supported", `${program} is not installed, or not on the PATH.`, {
    cause: error,
    next: `Run \`${program}\` yourself to see its output.`,
  });
}
