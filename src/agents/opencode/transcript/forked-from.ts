import { basename, dirname } from "node:path";
import * as z from "zod";
import { queryDatabase } from "../../files/query-database.ts";

/**
 * A fork has its own copies of its parent's messages, with their times. The origin is the session that shares the most
 * of them and, among equals, the oldest: a session that was forked twice is the origin of both.
 */
const ORIGIN = `
  select other.session_id as id from message as own join message as other
    on other.time_created = own.time_created and other.session_id <> own.session_id
  join session on session.id = other.session_id
  where own.session_id = ?1 and own.time_created < (select time_created from session where id = ?1)
    and session.time_created < (select time_created from session where id = ?1)
  group by other.session_id order by count(*) desc, session.time_created limit 1`;

const Row = z.object({ id: z.string().regex(/^[\w-]+$/) });

/** The session from which this one was forked: the one whose messages it has copies of that are older than itself. */
export async function forkedFrom(path: string): Promise<string | undefined> {
  const row = queryDatabase(dirname(path), (opened) => opened.prepare(ORIGIN).get(basename(path)));
  return Row.safeParse(row).data?.id;
}
