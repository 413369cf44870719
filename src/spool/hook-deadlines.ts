import { join } from "node:path";
import { readOwnFile, writeOwnFile } from "../files/own-file.ts";
import type { Config } from "../kernel/config/config.ts";

/**
 * `connect` configures clients to wait five seconds. The shell entry may spend 1.4 of them on reading a slow client's
 * payload before its deadline begins, and half a second is reserved for a busy machine.
 */
const MAX_DEADLINE_MS = 3_000;

/** Writes the deadlines for the shell entry, which cannot read the settings itself, unless they are unchanged. */
export function writeHookDeadlines(state: string, { deadlineMs, startDeadlineMs }: Config["hooks"]): void {
  const text = `${Math.min(deadlineMs, MAX_DEADLINE_MS)} ${Math.min(startDeadlineMs, MAX_DEADLINE_MS)}\n`;
  const path = join(state, "hook-deadlines");
  if (readOwnFile(path) !== text) writeOwnFile(path, text);
}
