import { basename, dirname, isAbsolute } from "node:path";
import * as z from "zod";
import { tryParseJson } from "../../../text/json-text.ts";
import { type Database, queryDatabase } from "../../files/query-database.ts";

/** How many of the newest messages are read: enough for a conversation of days. */
const MAX_MESSAGES = 2_000;

const MessageRow = z.object({ id: z.string(), data: z.string().transform(tryParseJson) });
const PartRow = z.object({
  id: z.string(),
  message_id: z.string(),
  data: z.string().transform(tryParseJson),
});

export interface StoredMessage {
  id: string;
  data: unknown;
  parts: { id: string; data: unknown }[];
}

export interface StoredSession {
  /** Oldest first. */
  messages: StoredMessage[];
  cut: boolean;
  /**
   * The message to which a person reverted with `/undo`. The next prompt deletes it, or this part of it, and all after
   * it.
   */
  reverted?: { messageID: string; partID?: string | null | undefined; at: number };
}

/**
 * A session from the client's database, which is opened read-only. `path` is the path of the database followed by the
 * id of the session. Undefined for a path that may not be read, and for a database without this session's tables.
 */
export function readSession(path: string, limit = MAX_MESSAGES): StoredSession | undefined {
  const [database, session] = [dirname(path), basename(path)];
  if (!isAbsolute(path) || path.includes("\0")) return undefined;
  return queryDatabase(database, (opened) => {
    const messages = opened
      .prepare(
        "select id, data from message where session_id = ? order by time_created desc, id desc limit ?",
      )
      .all(session, limit + 1);
    const parts = opened
      .prepare(
        "select id, message_id, data from part where message_id in (select id from message where session_id = ? order by time_created desc, id desc limit ?) order by id",
      )
      .all(session, limit);
    const reverted = revertedIn(opened, session);
    return { ...toSession(messages, parts, limit), ...(reverted ? { reverted } : {}) };
  });
}

const Reverted = z.object({
  revert: z
    .string()
    .transform(tryParseJson)
    .pipe(z.object({ messageID: z.string(), partID: z.string().nullish() })),
  time_updated: z.number(),
});

function revertedIn(opened: Database, session: string): StoredSession["reverted"] {
  try {
    const row = opened.prepare("select revert, time_updated from session where id = ?").get(session);
    const { data } = Reverted.safeParse(row);
    return data && { ...data.revert, at: data.time_updated };
  } catch {
    return undefined; // a version without undo
  }
}

function toSession(messages: readonly unknown[], parts: readonly unknown[], limit: number): StoredSession {
  const rows = messages.slice(0, limit).flatMap((row) => MessageRow.safeParse(row).data ?? []);
  const byMessage = new Map<string, StoredMessage["parts"]>(rows.map(({ id }) => [id, []]));
  for (const row of parts) {
    const { id, message_id, data } = PartRow.safeParse(row).data ?? {};
    if (id !== undefined) byMessage.get(message_id ?? "")?.push({ id, data });
  }
  const found = rows.map(({ id, data }) => ({ id, data, parts: byMessage.get(id) ?? [] }));
  return { messages: found.toReversed(), cut: messages.length > limit };
}
