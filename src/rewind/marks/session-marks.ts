import type { Change } from "../../capture/branches/left-records.ts";
import type { SessionSummary } from "../../kernel/record.ts";
import type { CheckpointStorage, StoredCheckpoint } from "../../kernel/storage/checkpoint-storage.ts";
import type { SessionStorage } from "../../kernel/storage/session-storage.ts";

/** Marks and rewinds of one session that are looked through, and sessions that it was forked from. */
const RECORDS = 100;
const SESSIONS = 5;

/** The marks of a conversation that are open, outermost first, and whether an earlier one was completed. */
export interface SessionMarks {
  open: StoredCheckpoint[];
  completed: boolean;
}

/**
 * The marks of a session, and those that it took over when it was forked. What the other session did after the fork is its
 * own business. `scope` names a subagent, whose marks do not count as the session's; `changes` are not in the store yet.
 */
export async function findMarks(
  store: CheckpointStorage & SessionStorage,
  session: Pick<SessionSummary, "id" | "parentId" | "parentReason" | "startedAt">,
  { scope = null, changes = [] }: { scope?: string | null; changes?: readonly Change[] } = {},
): Promise<SessionMarks> {
  const records: StoredCheckpoint[] = [];
  let now: typeof session | undefined = session;
  let until = Number.MAX_SAFE_INTEGER;
  for (let sessions = 0; now && sessions < SESSIONS; sessions++) {
    const own = { sessionId: now.id, kind: "mark", includeAbandoned: true, limit: RECORDS };
    const stored = await store.listCheckpoints({ ...own, until });
    records.push(...stayed(stored, changes, until).filter(({ stepName }) => stepName === scope));
    until = Math.min(until, now.startedAt);
    now = now.parentId !== null && goesOn(now) ? await store.getSession(now.parentId) : undefined;
  }
  return marksOf(records);
}

/** Marks among records that stand newest first. */
export function marksOf(records: readonly StoredCheckpoint[]): SessionMarks {
  const closed = new Set(
    records.flatMap(({ trigger, parentId }) => (trigger === "rewind" ? [parentId] : [])),
  );
  const open = records.filter(({ id, trigger }) => trigger === "mark" && !closed.has(id));
  return { open: open.toReversed(), completed: closed.size > 0 };
}

function stayed(
  records: readonly StoredCheckpoint[],
  changes: readonly Change[],
  until: number,
): StoredCheckpoint[] {
  return records.filter((record) => {
    const { abandonedAt } = changes.find(({ id }) => id === record.id) ?? record;
    return abandonedAt === null || abandonedAt >= until;
  });
}

/** Whether a session began with the conversation of the one before it. */
function goesOn({ parentReason }: Pick<SessionSummary, "parentReason">): boolean {
  return parentReason === "fork" || parentReason === "resume" || parentReason === "compact";
}
