import { type Kysely, sql } from "kysely";
import type { AgentName } from "../../kernel/agent/agent-event.ts";
import { type Capture, parseCapture } from "../../kernel/capture.ts";
import { createOutlineParser, type OutlineExtent } from "../../kernel/outline.ts";
import type { Delivery, Project, Session, SessionSummary } from "../../kernel/record.ts";
import type { SessionFilter, SessionParent } from "../../kernel/storage/session-storage.ts";
import { clamp, matching } from "./checkpoint-table.ts";
import type { SessionRow, Tables } from "./schema.ts";
import { SUMMARY_COLUMNS } from "./session-columns.ts";

/** The first process to insert a root wins; all others get its row. */
export async function ensureProject(db: Kysely<Tables>, project: Project): Promise<Project> {
  await db
    .insertInto("projects")
    .values(project)
    .onConflict((conflict) => conflict.column("root").doNothing())
    .execute();
  const { root, directory } = project;
  const stored = await db
    .selectFrom("projects")
    .selectAll()
    .where("root", "=", root)
    .executeTakeFirstOrThrow();
  if (!directory || directory === stored.directory) return stored;
  await db.updateTable("projects").set({ directory }).where("root", "=", root).execute();
  return { ...stored, directory };
}

export async function selectByDirectory(db: Kysely<Tables>, directory: string): Promise<Project | undefined> {
  const those = db.selectFrom("projects").selectAll().where("directory", "=", directory);
  return await those.orderBy("createdAt", "desc").executeTakeFirst();
}

export async function selectProject(
  db: Kysely<Tables>,
  column: "id" | "root",
  value: string,
): Promise<Project | undefined> {
  return await db.selectFrom("projects").selectAll().where(column, "=", value).executeTakeFirst();
}

export async function selectProjects(db: Kysely<Tables>, limit: number): Promise<Project[]> {
  return await db.selectFrom("projects").selectAll().orderBy("createdAt").limit(clamp(limit)).execute();
}

export async function selectSession(db: Kysely<Tables>, id: string): Promise<Session | undefined> {
  const row = await db.selectFrom("sessions").selectAll().where("id", "=", id).executeTakeFirst();
  return row && toSession(row);
}

export async function selectSessionsById(
  db: Kysely<Tables>,
  ids: readonly string[],
): Promise<Map<string, Session>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom("sessions").selectAll().where("id", "in", ids).execute();
  return new Map(rows.map((row) => [row.id, toSession(row)]));
}

export async function selectRevision(db: Kysely<Tables>, id: string): Promise<number | undefined> {
  const row = await db.selectFrom("sessions").select("revision").where("id", "=", id).executeTakeFirst();
  return row?.revision;
}

export async function selectByAlias(
  db: Kysely<Tables>,
  agent: AgentName,
  nativeId: string,
): Promise<Session | undefined> {
  const row = await db
    .selectFrom("sessionAliases")
    .innerJoin("sessions", "sessions.id", "sessionAliases.sessionId")
    .selectAll("sessions")
    .where("sessionAliases.agent", "=", agent)
    .where("sessionAliases.nativeId", "=", nativeId)
    .executeTakeFirst();
  return row && toSession(row);
}

export async function selectSessions(db: Kysely<Tables>, filter: SessionFilter): Promise<SessionSummary[]> {
  let query = db.selectFrom("sessions").select(SUMMARY_COLUMNS);
  for (const column of ["projectId", "worktree", "agent", "host"] as const) {
    const value = filter[column];
    if (value !== undefined) query = query.where(column, ...matching(value));
  }
  if (filter.seenSince !== undefined) query = query.where("lastSeenAt", ">=", filter.seenSince);
  if (filter.after !== undefined) {
    const { lastSeenAt, id } = filter.after;
    query = query.where(
      sql<boolean>`(last_seen_at < ${lastSeenAt} or (last_seen_at = ${lastSeenAt} and id > ${id}))`,
    );
  }
  if (filter.launched) query = query.where("launch", "is not", null);
  if (filter.startedUntil !== undefined) query = query.where("startedAt", "<=", filter.startedUntil);
  if (filter.prompted) query = query.where("promptCount", ">", 0);
  for (const word of filter.words ?? [])
    query = query.where(sql<boolean>`lower(capture) like ${patternOf(word)}`);
  return await query.orderBy("lastSeenAt", "desc").orderBy("id").limit(clamp(filter.limit)).execute();
}

/**
 * Matches a word in JSON. What a database may fold in its own way, and what JSON or LIKE escapes, matches anything: the
 * pattern may find too much, but misses nothing.
 */
function patternOf(word: string): string {
  return `%${word.toLowerCase().replaceAll(/[^a-z0-9 .,:;/+=()-]+/g, "%")}%`;
}

export async function selectOutlines(
  db: Kysely<Tables>,
  ids: readonly string[],
  extent: OutlineExtent,
): Promise<Map<string, Capture>> {
  if (ids.length === 0) return new Map();
  const parse = createOutlineParser(extent);
  const rows = await db.selectFrom("sessions").select(["id", "capture"]).where("id", "in", ids).execute();
  return new Map(rows.map(({ id, capture }) => [id, parse(capture)]));
}

export async function selectNativeIds(
  db: Kysely<Tables>,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom("sessions").select(["id", "nativeId"]).where("id", "in", ids).execute();
  return new Map(rows.map(({ id, nativeId }) => [id, nativeId]));
}

export async function selectParents(
  db: Kysely<Tables>,
  ids: readonly string[],
): Promise<Map<string, SessionParent>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("sessions as session")
    .innerJoin("sessions as parent", "parent.id", "session.parentId")
    .select([
      "session.id as child",
      "session.parentReason as reason",
      "parent.id",
      "parent.agent",
      "parent.nativeId",
    ])
    .where("session.id", "in", ids)
    .execute();
  return new Map(
    rows.flatMap(({ child, reason, ...parent }) => (reason === null ? [] : [[child, { ...parent, reason }]])),
  );
}

/** Compares and writes in one statement, so that no concurrent write is lost, even on PostgreSQL. */
export async function replaceSession(db: Kysely<Tables>, session: Session): Promise<boolean> {
  const { row, changes } = rowOf(session);
  const written = await db
    .insertInto("sessions")
    .values(row)
    .onConflict((conflict) =>
      conflict.column("id").doUpdateSet(changes).where("sessions.revision", "=", session.revision),
    )
    .executeTakeFirst();
  if (written.numInsertedOrUpdatedRows !== 1n) return false;
  if (session.revision === 0) return await claimAlias(db, session);
  await recordAlias(db, session);
  return true;
}

function rowOf(session: Session) {
  const row = {
    ...session,
    capture: JSON.stringify(session.capture),
    revision: session.revision + 1,
  };
  const { id: _, ...columns } = row;
  return { row, changes: { ...columns, revision: sql<number>`sessions.revision + 1` } };
}

async function recordAlias(db: Kysely<Tables>, session: Session): Promise<void> {
  await db
    .insertInto("sessionAliases")
    .values(aliasOf(session))
    .onConflict((conflict) => conflict.columns(["agent", "nativeId"]).doUpdateSet({ sessionId: session.id }))
    .execute();
}

/** False if another session has the native id. */
async function claimAlias(db: Kysely<Tables>, session: Session): Promise<boolean> {
  const claimed = await db
    .insertInto("sessionAliases")
    .values(aliasOf(session))
    .onConflict((conflict) => conflict.columns(["agent", "nativeId"]).doNothing())
    .executeTakeFirst();
  return claimed.numInsertedOrUpdatedRows === 1n;
}

function aliasOf({ agent, nativeId, id: sessionId }: Session): Tables["sessionAliases"] {
  return { agent, nativeId, sessionId };
}

/** Old sessions are useless without checkpoints. Their deliveries expire separately, by age. */
export async function deleteSessions(db: Kysely<Tables>, before: number, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("sessions")
    .select("id")
    .where("lastSeenAt", "<", before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom("checkpoints").select("seq").whereRef("checkpoints.sessionId", "=", "sessions.id")),
      ),
    )
    .limit(clamp(limit))
    .execute();
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return ids;
  await db.deleteFrom("sessionAliases").where("sessionId", "in", ids).execute();
  await db.deleteFrom("sessionParts").where("sessionId", "in", ids).execute();
  await db.deleteFrom("sessions").where("id", "in", ids).execute();
  return ids;
}

export async function insertDelivery(db: Kysely<Tables>, delivery: Delivery): Promise<void> {
  await db
    .insertInto("deliveries")
    .values(delivery)
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
}

export async function selectDeliveries(
  db: Kysely<Tables>,
  sessionId: string,
  since: number,
): Promise<Delivery[]> {
  const newest = await db
    .selectFrom("deliveries")
    .selectAll()
    .where("sessionId", "=", sessionId)
    .where("at", ">=", since)
    .orderBy("at", "desc")
    .limit(1_000)
    .execute();
  return newest.reverse();
}

export async function selectDeliveriesOf(
  db: Kysely<Tables>,
  sessionIds: readonly string[],
): Promise<Delivery[]> {
  if (sessionIds.length === 0) return [];
  const newest = await db
    .selectFrom("deliveries")
    .selectAll()
    .where("sessionId", "in", sessionIds)
    .orderBy("at", "desc")
    .limit(5_000)
    .execute();
  return newest.reverse();
}

function toSession({ capture, ...row }: SessionRow): Session {
  return { ...row, capture: parseCapture(capture) };
}
