import type { Change } from "../../capture/branches/abandoned-records.ts";
import type { SessionSummary } from "../../kernel/record.ts";
import type { CheckpointStorage, StoredCheckpoint } from "../../kernel/storage/checkpoint-storage.ts";
import type { SessionStorage } from "../../kernel/storage/session-storage.ts";

/** Maximum number of marks and rewinds per session that are searched, and of sessions in the lineage. */
const RECORDS = 100;
const SESSIONS = 5;

/** The open marks of a conversation, outermost first, and whether any mark was completed. */
export interface SessionMarks {
  open: StoredCheckpoint[];
  completed: boolean;
}

/**
 * Finds the marks of a session, including those that it inherited when it was forked, but not later ones of the
 * original session. `scope` names a subagent, whose marks are separate from those of the session. `changes` are not in
 * the store yet.
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
    records.push(...liveAt(stored, changes, until).filter(({ stepName }) => stepName === scope));
    until = Math.min(until, now.startedAt);
    now =
      now.parentId !== null && continuesConversation(now) ? await store.getSession(now.parentId) : undefined;
  }
  return marksOf(records);
}

/** Evaluates records that are sorted newest first. */
export function marksOf(records: readonly StoredCheckpoint[]): SessionMarks {
  const closed = new Set(
    records.flatMap(({ trigger, parentId }) => (trigger === "rewind" ? [parentId] : [])),
  );
  const open = records.filter(({ id, trigger }) => trigger === "mark" && !closed.has(id));
  return { open: open.toReversed(), completed: closed.size > 0 };
}

function liveAt(
  records: readonly StoredCheckpoint[],
  changes: readonly Change[],
  until: number,
): StoredCheckpoint[] {
  return records.filter((record) => {
    const { abandonedAt } = changes.find(({ id }) => id === record.id) ?? record;
    return abandonedAt === null || abandonedAt >= until;
  });
}

/** Whether a session began with the conversation of its parent. */
function continuesConversation({ parentReason }: Pick<SessionSummary, "parentReason">): boolean {
  return parentReason === "fork" || parentReason === "resume" || parentReason === "compact";
}
