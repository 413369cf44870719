import { join } from "node:path";
import { readOwnFile, writeOwnFile } from "../files/own-file.ts";
import type { Config } from "../kernel/config/config.ts";

/**
 * `connect` configures clients to wait five seconds, and fifteen where a hook may deliver earlier work. The shell entry
 * may spend 1.4 or 3 of them on reading a slow client's payload before its deadline begins, and some time is reserved
 * for a busy machine.
 */
const MAX_DEADLINE_MS = 3_000;
const MAX_RECOVERY_DEADLINE_MS = 10_000;

/** Writes the deadlines for the shell entry, which cannot read the settings itself, unless they are unchanged. */
export function writeHookDeadlines(state: string, hooks: Config["hooks"]): void {
  const deadlines = [
    Math.min(hooks.deadlineMs, MAX_DEADLINE_MS),
    Math.min(hooks.startDeadlineMs, MAX_DEADLINE_MS),
    Math.min(hooks.recoveryDeadlineMs, MAX_RECOVERY_DEADLINE_MS),
  ];
  const text = `${deadlines.join(" ")}\n`;
  const path = join(state, "hook-deadlines");
  if (readOwnFile(path) !== text) writeOwnFile(path, text);
}
