import { join } from "node:path";
import { readOwnFile, writeOwnFile } from "../files/own-file.ts";
import type { Config } from "../kernel/config/config.ts";

/**
 * Clients wait five seconds, as `connect` configures them. The shell entry may spend 1.4 of them on a slow client's
 * payload before its deadline begins, and half a second is kept for a busy machine.
 */
const LONGEST_MS = 3_000;

/** Writes the deadlines for the shell entry, which cannot read the settings itself; nothing when it knows them. */
export function writeHookDeadlines(state: string, { deadlineMs, startDeadlineMs }: Config["hooks"]): void {
  const text = `${Math.min(deadlineMs, LONGEST_MS)} ${Math.min(startDeadlineMs, LONGEST_MS)}\n`;
  const path = join(state, "hook-deadlines");
  if (readOwnFile(path) !== text) writeOwnFile(path, text);
}
