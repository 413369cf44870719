import { spawn } from "node:child_process";
import { constants } from "node:os";
import { HoldfastError } from "../kernel/errors.ts";

interface Program {
  command: readonly string[];
  directory: string;
  environment: Readonly<Record<string, string | undefined>>;
}

/** Keys such as Ctrl-C reach all programs of the terminal: what they mean is the other program's business. */
const KEYS = ["SIGINT", "SIGQUIT"] as const;
const PASSED_ON = ["SIGTERM", "SIGHUP"] as const;

/** Runs a program in our terminal and in our place, as far as a person can see. Resolves to its exit code. */
export async function runInTerminal({ command, directory, environment }: Program): Promise<number> {
  const [program = "", ...args] = command;
  const child = spawn(program, args, { cwd: directory, env: environment, stdio: "inherit" });
  const ignore = () => {};
  const passOn = (signal: NodeJS.Signals) => child.kill(signal);
  for (const signal of KEYS) process.on(signal, ignore);
  for (const signal of PASSED_ON) process.on(signal, passOn);
  try {
    return await new Promise<number>((resolve, reject) => {
      child.once("error", (error) => reject(asOurs(error, program)));
      child.once("close", (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)));
    });
  } finally {
    for (const signal of KEYS) process.off(signal, ignore);
    for (const signal of PASSED_ON) process.off(signal, passOn);
  }
}

function asOurs(error: NodeJS.ErrnoException, program: string): Error {
  if (error.code !== "ENOENT") return error;
  return new HoldfastError("not_supported", `${program} is not installed, or not on the PATH.`, {
    cause: error,
    next: `Run \`${program}\` yourself to see its output.`,
  });
}
