import { join } from "node:path";
import { readOwnFile, writeOwnFile } from "../files/own-file.ts";
import type { Config } from "../kernel/config/config.ts";
import { limitDeadlines } from "../kernel/config/hook-deadlines.ts";

/** Writes the deadlines for the shell entry, which cannot read the settings itself, unless they are unchanged. */
export function writeHookDeadlines(state: string, hooks: Config["hooks"]): void {
  const { deadlineMs, startDeadlineMs, recoveryDeadlineMs } = limitDeadlines(hooks);
  const text = `${deadlineMs} ${startDeadlineMs} ${recoveryDeadlineMs}\n`;
  const path = join(state, "hook-deadlines");
  if (readOwnFile(path) !== text) writeOwnFile(path, text);
}
