import type { ToolResult } from "./tool-facts.ts";

/**
 * The output of a command as the readers of outcomes expect it from every client: after a failure, the exit code is
 * before it. Without a code, they would have to guess whether the command ran at all.
 */
export function withExitCode(output: string, code: number | null | undefined): string {
  return code ? `Exit code ${code}\n${output}` : output;
}

/** The code that the client writes below the output of a failed command; the output itself may show others. */
export function shownExitCode(text: string, shown: RegExp): number | undefined {
  const [, code] = [...text.matchAll(shown)].at(-1) ?? [];
  return code === undefined ? undefined : Number(code);
}

/** Below the output of a failed command, unless it was aborted or ran out of time. */
const EXITED = /^Command exited with code (\d+)$/gm;

export function withShownCode(result: ToolResult): ToolResult {
  if (result.ok) return result;
  return { ...result, text: withExitCode(result.text, shownExitCode(result.text, EXITED)) };
}
