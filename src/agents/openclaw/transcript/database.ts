import { basename, dirname, isAbsolute } from "node:path";
import { Decompress } from "fzstd";
import * as z from "zod";
import { tryParseJson } from "../../../text/json-text.ts";
import { queryDatabase } from "../../files/query-database.ts";

/** The newest entries of a session; thousands are a conversation of days. */
const MOST_ENTRIES = 5_000;
/** Bytes of one entry when unpacked. */
const LONGEST_ENTRY = 4 * 1024 * 1024;

const Row = z.object({
  event_json: z.string().nullable(),
  event_zstd: z.instanceof(Uint8Array).nullable().catch(null),
});

export interface StoredSession {
  /** JSON texts, oldest first. */
  entries: string[];
  /** There are older ones. */
  cut: boolean;
  /** Some of those between could not be read. */
  damaged: boolean;
}

/**
 * A conversation from the client's database, which is opened for reading only. `path` is the database's with the session's id
 * behind it; in front of the id, with `__` between, is the entry of the reset with which the conversation began.
 * Undefined for a path that may not be read, and for a database without this session's tables.
 */
export function readSession(path: string, most = MOST_ENTRIES): StoredSession | undefined {
  const [session = "", reset] = basename(path).split("__").toReversed();
  if (!isAbsolute(path) || path.includes("\0")) return undefined;
  return queryDatabase(dirname(path), (opened) => {
    const rows = opened
      .prepare(
        "select event_json, event_zstd from transcript_events where session_id = ? order by seq desc limit ?",
      )
      .all(session, most + 1);
    const newest = rows.slice(0, most);
    const read = newest.flatMap(textOf).toReversed();
    const entries = conversationIn(read, reset);
    const cut = rows.length > most && entries[0] === read[0];
    return { entries, cut, damaged: read.length < newest.length };
  });
}

const Reset = z.object({ type: z.literal("reset"), id: z.string() });

/** From one reset to the next. The first conversation of a session began with none. */
function conversationIn(entries: readonly string[], begun: string | undefined): string[] {
  const resets = entries.flatMap((text, at) => {
    const reset = text.includes('"reset"') ? Reset.safeParse(tryParseJson(text)).data : undefined;
    return reset ? [{ at, id: reset.id }] : [];
  });
  const start = begun === undefined ? 0 : (resets.find(({ id }) => id === begun)?.at ?? entries.length) + 1;
  const end = resets.find(({ at }) => at >= start)?.at ?? entries.length;
  return entries.slice(start, end);
}

/** The client packs large entries, which Node.js itself can unpack from 22.15 on only. */
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
    if (size > LONGEST_ENTRY) throw new RangeError("longer than the client's longest");
    parts.push(part);
  });
  stream.push(packed, true);
  return Buffer.concat(parts).toString("utf8");
}
