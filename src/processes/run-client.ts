import { spawn } from "node:child_process";
import { stripVTControlCharacters } from "node:util";
import type { ClientResult, Clients } from "../kernel/ports/clients.ts";

/** A client takes some seconds to start, on a busy machine many. */
const TIMEOUT_MS = 180_000;
const MAX_OUTPUT = 64 * 1024;
const MAX_SAID = 300;

/** See `Clients`. `environment` is that of the user. */
export function runClient(
  environment: Readonly<Record<string, string | undefined>>,
  ...[command, directory]: Parameters<Clients["run"]>
): Promise<ClientResult> {
  const [program = "", ...words] = command;
  return new Promise((resolve) => {
    const child = spawn(program, words, {
      cwd: directory,
      env: environment,
      stdio: ["ignore", "pipe", "pipe"],
      timeout: TIMEOUT_MS,
      killSignal: "SIGKILL",
    });
    let said = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => {
        if (said.length < MAX_OUTPUT) said += text;
      });
    child.once("error", ({ code, message }: NodeJS.ErrnoException) =>
      resolve({ state: code === "ENOENT" ? "missing" : "failed", said: message }),
    );
    child.once("close", (code, signal) => {
      const text = stripVTControlCharacters(said).replaceAll(/\s+/g, " ").trim().slice(0, MAX_SAID);
      const how = signal === null ? `it ended with ${code}` : "it took too long";
      resolve({ state: code === 0 ? "done" : "failed", said: text || how });
    });
  });
}
