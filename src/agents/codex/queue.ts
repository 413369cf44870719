import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { ConnectPaths } from "../../kernel/agent/agent.ts";
import { HoldfastError } from "../../kernel/errors.ts";
import { boundedText } from "../bounded.ts";

const TIMEOUT_MS = 10_000;
const MAX_TEXT = 10_000;

/**
 * `codex queue`: the message becomes the session's next prompt, even while the session is busy or asking the user
 * something.
 */
export async function queue(
  { configDirs }: ConnectPaths,
  { nativeSession, text }: { nativeSession: string; text: string },
): Promise<void> {
  const home = configDirs["codex"];
  const env = {
    ...process.env,
    ...(home === undefined ? {} : { CODEX_HOME: home }),
  };
  const words = ["queue", `--thread=${nativeSession}`, `--message=${boundedText(text, MAX_TEXT)}`];
  try {
    // The child may ignore SIGTERM, and nothing here may wait for it.
    const limits = { timeout: TIMEOUT_MS, killSignal: "SIGKILL", maxBuffer: 65_536 } as const;
    await promisify(execFile)("codex", words, { env, ...limits });
  } catch (error) {
    throw new HoldfastError("not_supported", "`codex queue` rejected the message.", { cause: error });
  }
}
