import { spawn } from "node:child_process";
import { once } from "node:events";
import { accessSync, constants } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import { HoldfastError } from "../../kernel/errors.ts";
import type { NotificationProgram } from "./notification-programs.ts";

type Env = Readonly<Record<string, string | undefined>>;

const LONGEST_MS = 30_000;

/** Runs the first of these programs that is on the PATH, and waits for it. */
export async function runFirstAvailable(
  programs: readonly NotificationProgram[],
  { env, signal }: { env: Env; signal: AbortSignal },
): Promise<void> {
  for (const { name, args, input = "" } of programs) {
    const file = findProgram(name, env["PATH"] ?? "");
    if (file === undefined) continue;
    const stdio = ["pipe", "ignore", "ignore"] as const;
    const limits = { signal, timeout: LONGEST_MS, killSignal: "SIGKILL" } as const;
    const child = spawn(file, args, { env, stdio: [...stdio], ...limits });
    child.stdin.on("error", () => {}); // the program may end before it has read everything
    child.stdin.end(input);
    const [code, killedBy] = await once(child, "exit");
    if (code !== 0) throw new HoldfastError("internal", `${name} ended with ${code ?? killedBy}.`);
    return;
  }
  const names = programs.map(({ name }) => name).join(", ");
  throw new HoldfastError("not_supported", `The PATH of the daemon contains none of ${names}.`);
}

/** Only absolute directories: a relative one could belong to any project. */
function findProgram(name: string, path: string): string | undefined {
  const files = path.split(delimiter).filter(isAbsolute);
  return files.map((directory) => join(directory, name)).find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
