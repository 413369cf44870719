import { execFile } from "node:child_process";
import { HoldfastError } from "../../kernel/errors.ts";

const TIMEOUT_MS = 5_000;
const MAX_OUTPUT = 1024 * 1024;
interface TmuxCall {
  env: Readonly<Record<string, string | undefined>>;
  input?: string;
  cwd?: string;
  timeoutMs?: number;
}

const GONE = /can't find|no server running|error connecting to|no such|lost server|server exited/i;

/** Runs tmux without a shell and kills it if it hangs. Throws `not_found` if the server or the pane is gone. */
export function runTmux(
  args: readonly string[],
  { env, input, cwd, timeoutMs = TIMEOUT_MS }: TmuxCall,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = {
      env,
      timeout: timeoutMs,
      killSignal: "SIGKILL" as const,
      maxBuffer: MAX_OUTPUT,
      ...(cwd === undefined ? {} : { cwd }),
    };
    const child = execFile("tmux", args, options, (error, stdout, stderr) => {
      if (error) reject(translated(error, stderr));
      else resolve(stdout);
    });
    child.stdin?.on("error", () => {}); // it ended without reading: its exit status shows why
    child.stdin?.end(input ?? "");
  });
}

function translated(error: Error & { code?: unknown }, stderr: string): HoldfastError {
  if (error.code === "ENOENT")
    return new HoldfastError(
      "not_supported",
      "tmux was not found on the PATH; `launch` and `restart` need it.",
      { cause: error, next: "Install tmux, then try again." },
    );
  const said = stderr.trim().slice(0, 300);
  if (GONE.test(said))
    return new HoldfastError("not_found", `The terminal is gone (${said}).`, {
      cause: error,
      next: "Start the agent again with `holdfast launch <agent>`.",
    });
  return new HoldfastError("internal", `tmux failed: ${said || error.message}`, { cause: error });
}
