import { basename, dirname, isAbsolute } from "node:path";
import { Decompress } from "fzstd";
import * as z from "zod";
import { tryParseJson } from "../../../text/json-text.ts";
import { queryDatabase } from "../../files/query-database.ts";

/** How many of the newest entries are read: enough for a conversation of days. */
const MAX_ENTRIES = 5_000;
/** Limits the size of one entry after decompression. */
const MAX_ENTRY_BYTES = 4 * 1024 * 1024;

const Row = z.object({
  event_json: z.string().nullable(),
  event_zstd: z.instanceof(Uint8Array).nullable().catch(null),
});

export interface StoredSession {
  /** JSON texts, oldest first. */
  entries: string[];
  /** Older entries exist. */
  cut: boolean;
  /** Some entries could not be read. */
  damaged: boolean;
}

/**
 * A conversation from the client's database, which is opened read-only. `path` is the path of the database followed by
 * the id of the session. If the conversation began with a reset, `<id of the reset's entry>__` precedes the id of the
 * session. Undefined for a path that may not be read, and for a database without this session's tables.
 */
export function readSession(path: string, limit = MAX_ENTRIES): StoredSession | undefined {
  const [session = "", reset] = basename(path).split("__").toReversed();
  if (!isAbsolute(path) || path.includes("\0")) return undefined;
  return queryDatabase(dirname(path), (opened) => {
    const rows = opened
      .prepare(
        "select event_json, event_zstd from transcript_events where session_id = ? order by seq desc limit ?",
      )
      .all(session, limit + 1);
    const newest = rows.slice(0, limit);
    const read = newest.flatMap(textOf).toReversed();
    const entries = conversationIn(read, reset);
    const cut = rows.length > limit && entries[0] === read[0];
    return { entries, cut, damaged: read.length < newest.length };
  });
}

const Reset = z.object({ type: z.literal("reset"), id: z.string() });

/** The entries from one reset to the next. The first conversation of a session has no reset before it. */
function conversationIn(entries: readonly string[], begun: string | undefined): string[] {
  const resets = entries.flatMap((text, at) => {
    const reset = text.includes('"reset"') ? Reset.safeParse(tryParseJson(text)).data : undefined;
    return reset ? [{ at, id: reset.id }] : [];
  });
  const start = begun === undefined ? 0 : (resets.find(({ id }) => id === begun)?.at ?? entries.length) + 1;
  const end = resets.find(({ at }) => at >= start)?.at ?? entries.length;
  return entries.slice(start, end);
}

/** The client compresses large entries with zstd, which Node.js supports only since 22.15. */
function textOf(row: unknown): string[] {
  const { event_json: text = null, event_zstd: packed = null } = Row.safeParse(row).data ?? {};
  if (text !== null) return [text];
  try {
    return packed === null ? [] : [unpack(packed)];
  } catch {
    return [];
  }
}

function unpack(packed: Uint8Array): string {
  const parts: Uint8Array[] = [];
  let size = 0;
  const stream = new Decompress((part) => {
    size += part.length;
    if (size > MAX_ENTRY_BYTES) throw new RangeError("longer than the client's longest");
    parts.push(part);
  });
  stream.push(packed, true);
  return Buffer.concat(parts).toString("utf8");
}
