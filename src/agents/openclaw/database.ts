import { lstatSync } from "node:fs";
import { basename, dirname, isAbsolute } from "node:path";
import { Decompress } from "fzstd";
import * as z from "zod";
import { loadSqlite } from "../../files/load-sqlite.ts";

/** The newest entries of a session; thousands are a conversation of days. */
const MOST_ENTRIES = 5_000;
/** Milliseconds. The client holds its locks for moments. */
const PATIENCE = 250;
/** Bytes of one entry when unpacked. */
const LONGEST_ENTRY = 4 * 1024 * 1024;

const Row = z.object({
  event_json: z.string().nullable(),
  event_zstd: z.instanceof(Uint8Array).nullable().catch(null),
});

type Database = InstanceType<ReturnType<typeof loadSqlite>>;

export interface StoredSession {
  /** JSON texts, oldest first. */
  entries: string[];
  /** There are older ones. */
  cut: boolean;
  /** Some of those between could not be read. */
  damaged: boolean;
}

/**
 * A session from the client's database, which is opened for reading only. `path` is the database's with the session's id
 * behind it. Undefined for a path that may not be read, and for a database without this session's tables.
 */
export function readSession(path: string, most = MOST_ENTRIES): StoredSession | undefined {
  const [database, session] = [dirname(path), basename(path)];
  if (!isAbsolute(path) || path.includes("\0")) return undefined;
  return queryDatabase(database, (opened) => {
    const rows = opened
      .prepare(
        "select event_json, event_zstd from transcript_events where session_id = ? order by seq desc limit ?",
      )
      .all(session, most + 1);
    const newest = rows.slice(0, most);
    const entries = newest.flatMap(textOf).toReversed();
    return { entries, cut: rows.length > most, damaged: entries.length < newest.length };
  });
}

/** What a query finds in a database of the client; undefined where it cannot be read. */
export function queryDatabase<T>(database: string, query: (opened: Database) => T): T | undefined {
  if (!mayRead(database)) return undefined;
  try {
    const opened = new (loadSqlite())(database, { readOnly: true, timeout: PATIENCE });
    try {
      return query(opened);
    } finally {
      opened.close();
    }
  } catch {
    return undefined; // no database, another version's, or locked
  }
}

/** The path comes from a payload and could name any file. */
function mayRead(database: string): boolean {
  if (!database.endsWith(".sqlite")) return false;
  return lstatSync(database, { throwIfNoEntry: false })?.isFile() ?? false;
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
