import { execFile } from "node:child_process";
import { promisify } from "node:util";

const PROBE_MS = 5_000;
const WORDS = ["setpriv", "--pdeathsig", "KILL"] as const;

/**
 * The words before a program that make the system end it together with this process, even if this is killed. Empty where the
 * system has no such thing: on Linux it takes `setpriv` of util-linux.
 */
export async function endWithParent(searchPath: string): Promise<readonly string[]> {
  if (process.platform !== "linux") return [];
  const [program, ...words] = WORDS;
  try {
    // That of BusyBox does not know the option.
    await promisify(execFile)(program, [...words, "git", "--version"], {
      env: { PATH: searchPath },
      timeout: PROBE_MS,
    });
    return WORDS;
  } catch {
    return [];
  }
}
