import { join } from "node:path";
import * as z from "zod";
import { readOwnFile, writeOwnFile } from "../../files/own-file.ts";
import { tryParseJson } from "../../text/json-text.ts";

const MAX_BYTES = 256 * 2 ** 20;
const Edits = z.record(z.string(), z.number());

/** What this machine has pushed and pulled. Losing it costs time, since all is compared again. */
const SyncState = z.object({
  /** By the name of the part: what the remote has of this machine, and how many of its changes that contains. */
  pushed: z.record(z.string(), z.object({ version: z.string(), edits: z.number(), files: z.boolean() })),
  /** By the name of the part: the version of another machine's part that was read. */
  pulled: z.record(z.string(), z.string()),
  /** By the name of the part: the files of what was read that wait for a commit. */
  waiting: z.record(z.string(), z.object({ session: z.string(), commit: z.string() })).default({}),
  /** By the id of the session: which changes it contains, and what it was like then. */
  sessions: z.record(z.string(), z.object({ edits: Edits, fingerprint: z.string() })),
});
export type SyncState = z.infer<typeof SyncState>;

export function readSyncState(directory: string): SyncState {
  const text = readOwnFile(fileIn(directory), MAX_BYTES);
  const read = SyncState.safeParse(text === undefined ? undefined : tryParseJson(text));
  return read.success ? read.data : { pushed: {}, pulled: {}, waiting: {}, sessions: {} };
}

export function writeSyncState(directory: string, state: SyncState): void {
  writeOwnFile(fileIn(directory), JSON.stringify(state), { durable: true });
}

function fileIn(directory: string): string {
  return join(directory, "synced.json");
}
