import { shownExitCode, withExitCode } from "../exit-code.ts";
import type { ToolResult } from "../tool-facts.ts";

/** Below the output of a failed command, unless it was aborted or ran out of time. */
const EXITED = /^Command exited with code (\d+)$/gm;

export function withShownCode(result: ToolResult): ToolResult {
  if (result.ok) return result;
  return { ...result, text: withExitCode(result.text, shownExitCode(result.text, EXITED)) };
}
