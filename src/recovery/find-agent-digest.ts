import { abandonedIds } from "../capture/branches/abandoned-records.ts";
import { inheritedOf } from "../capture/inherit.ts";
import type { Session, Trigger } from "../kernel/record.ts";
import type { CheckpointStorage, StoredCheckpoint } from "../kernel/storage/checkpoint-storage.ts";
import type { SessionStorage } from "../kernel/storage/session-storage.ts";

/** Maximum number of sessions in a chain that are searched, and of checkpoints in each. */
const SESSIONS = 5;
const CHECKPOINTS = 20;

/**
 * Finds the newest note of an agent for its successor (`digest`), or report of a rewind, up to a time. Searches this
 * session, and the one that it continues as long as what it inherited is not stale. Undefined if there is none.
 */
export async function findAgentDigest(
  store: CheckpointStorage & SessionStorage,
  session: Pick<Session, "id" | "parentId" | "capture">,
  until?: number,
): Promise<StoredCheckpoint | undefined> {
  let now: typeof session | undefined = session;
  for (let sessions = 0; now && sessions < SESSIONS; sessions++) {
    const filter = { sessionId: now.id, limit: CHECKPOINTS };
    const newest = await store.listCheckpoints(
      until === undefined ? filter : { ...filter, until: until + 1 },
    );
    const left = await abandonedIds(store, now);
    const note = newest.find(({ id, trigger }) => isNote(trigger) && !left.has(id));
    if (note) return note;
    const parentId: string | null = inheritedOf(now.capture) === null ? null : now.parentId;
    now = parentId === null ? undefined : await store.getSession(parentId);
  }
  return undefined;
}

function isNote(trigger: Trigger): boolean {
  return trigger === "agent" || trigger === "rewind";
}
