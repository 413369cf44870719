import type { Change } from "../../capture/branches/abandoned-records.ts";
import type { SessionSummary } from "../../kernel/record.ts";
import type { CheckpointStorage, StoredCheckpoint } from "../../kernel/storage/checkpoint-storage.ts";
import type { SessionStorage } from "../../kernel/storage/session-storage.ts";

/** Maximum number of marks and rewinds per session that are searched, and of sessions in the lineage. */
const RECORDS = 200;
const SESSIONS = 5;

/** The open marks of a conversation, outermost first, and whether any mark was completed. */
export interface SessionMarks {
  open: StoredCheckpoint[];
  completed: boolean;
}

/** Finds the marks of a conversation. `scope` names a subagent, whose marks are separate from those of the session. */
export async function findMarks(
  store: CheckpointStorage & SessionStorage,
  session: Conversation,
  { scope = null, changes = [] }: { scope?: string | null; changes?: readonly Change[] } = {},
): Promise<SessionMarks> {
  const records = await listMarkRecords(store, await findLineage(store, session), changes);
  return marksOf(records.filter(({ abandonedAt, stepName }) => abandonedAt === null && stepName === scope));
}

type Conversation = Pick<SessionSummary, "id" | "parentId" | "parentReason" | "startedAt">;

/** A session with which a conversation began, and when it was left for a fork. */
interface Ancestor {
  id: string;
  until: number;
}

/** A session and those that its conversation began with, newest first. */
export async function findLineage(store: SessionStorage, session: Conversation): Promise<Ancestor[]> {
  const lineage: Ancestor[] = [];
  let now: Conversation | undefined = session;
  let until = Number.MAX_SAFE_INTEGER;
  while (now && lineage.length < SESSIONS) {
    lineage.push({ id: now.id, until });
    until = Math.min(until, now.startedAt);
    now =
      now.parentId !== null && continuesConversation(now) ? await store.getSession(now.parentId) : undefined;
  }
  return lineage;
}

/**
 * The marks and rewinds of a lineage, newest first, without later ones of the original sessions. What an original
 * session abandoned later is not abandoned here. `changes` are not in the store yet.
 */
export async function listMarkRecords(
  store: CheckpointStorage,
  lineage: readonly Ancestor[],
  changes: readonly Change[] = [],
): Promise<StoredCheckpoint[]> {
  const records: StoredCheckpoint[] = [];
  for (const { id: sessionId, until } of lineage) {
    const own = { sessionId, kind: "mark", includeAbandoned: true, limit: RECORDS, until };
    for (const record of await store.listCheckpoints(own)) {
      const { abandonedAt } = changes.find(({ id }) => id === record.id) ?? record;
      const isLive = abandonedAt === null || abandonedAt >= until;
      records.push({ ...record, abandonedAt: isLive ? null : abandonedAt });
    }
  }
  return records;
}

/** Evaluates records that are sorted newest first. */
export function marksOf(records: readonly StoredCheckpoint[]): SessionMarks {
  const closed = new Set(
    records.flatMap(({ trigger, parentId }) => (trigger === "rewind" ? [parentId] : [])),
  );
  const open = records.filter(({ id, trigger }) => trigger === "mark" && !closed.has(id));
  return { open: open.toReversed(), completed: closed.size > 0 };
}

/** Whether a session began with the conversation of its parent. */
function continuesConversation({ parentReason }: Pick<SessionSummary, "parentReason">): boolean {
  return parentReason === "fork" || parentReason === "resume" || parentReason === "compact";
}
