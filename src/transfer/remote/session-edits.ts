import { statSync } from "node:fs";
import type { SessionSummary } from "../../kernel/record.ts";
import type { CheckpointStorage } from "../../kernel/storage/checkpoint-storage.ts";
import type { Edits } from "./compare-edits.ts";
import type { SyncState } from "./sync-state.ts";

/** Which changes a session contains now, and what it is like. */
export interface SessionEdits {
  edits: Edits;
  fingerprint: string;
}

/** Compares a session with what it was like when it was last pushed or pulled. A difference is a change of this machine. */
export async function sessionEdits(
  { store }: { store: CheckpointStorage },
  session: SessionSummary,
  { state, machine }: { state: SyncState; machine: string },
): Promise<SessionEdits> {
  const fingerprint = await fingerprintOf(store, session);
  const known = state.sessions[session.id];
  // It came by another way than this remote: whose changes it contains is not known.
  if (!known && session.machine !== null) return { edits: {}, fingerprint };
  if (known?.fingerprint === fingerprint) return known;
  const edits = known?.edits ?? {};
  return { edits: { ...edits, [machine]: (edits[machine] ?? 0) + 1 }, fingerprint };
}

/** What a session is like, to see whether it has changed. */
export async function fingerprintOf(store: CheckpointStorage, session: SessionSummary): Promise<string> {
  const { id, lastSeenAt, promptCount, transcriptPath } = session;
  const [newest] = await store.listCheckpoints({ sessionId: id, includeAbandoned: true, limit: 1 });
  const size = transcriptPath === null ? 0 : (statSync(transcriptPath, { throwIfNoEntry: false })?.size ?? 0);
  return [lastSeenAt, promptCount, size, newest?.id ?? ""].join(" ");
}
