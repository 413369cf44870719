import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { loadSqlite } from "../../../src/files/load-sqlite.ts";
import { recordingsOf } from "../recordings.ts";

/** Recorded from OpenCode 1.18.33. */
export const { payloads, recorded, root } = recordingsOf("opencode");

const Recorded = z.object({
  messages: z.array(
    z.object({ id: z.string(), session_id: z.string(), time_created: z.number(), data: z.unknown() }),
  ),
  parts: z.array(
    z.object({ id: z.string(), message_id: z.string(), session_id: z.string(), data: z.unknown() }),
  ),
});

export const SESSION = "ses_df9f671f1ffexbDy2MsvKBazLJ";

/** The client's database with a recorded session and that of a subagent, in a folder of the test. */
export function recordedDatabase(folder: string, { directory = "/home/ann/shop", at = 0 } = {}): string {
  const { messages, parts } = Recorded.parse(JSON.parse(readFileSync(new URL("session.json", root), "utf8")));
  const path = join(folder, "opencode.db");
  const database = new (loadSqlite())(path);
  database.exec(`
    create table session (id text primary key, parent_id text, directory text not null, time_updated integer not null);
    create table message (id text primary key, session_id text not null, time_created integer not null, time_updated integer not null, data text not null);
    create table part (id text primary key, message_id text not null, session_id text not null, data text not null);
  `);
  const session = database.prepare("insert into session values (?, ?, ?, ?)");
  session.run(SESSION, null, directory, at - 60_000);
  session.run("ses_subagent", SESSION, directory, at);
  const message = database.prepare("insert into message values (?, ?, ?, ?, ?)");
  for (const row of messages)
    message.run(row.id, row.session_id, row.time_created, at, JSON.stringify(row.data));
  const part = database.prepare("insert into part values (?, ?, ?, ?)");
  for (const row of parts) part.run(row.id, row.message_id, row.session_id, JSON.stringify(row.data));
  database.close();
  return path;
}
