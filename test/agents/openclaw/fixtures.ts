import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { loadSqlite } from "../../../src/files/load-sqlite.ts";
import { recordingsOf } from "../recordings.ts";

/** Recorded from OpenClaw 2026.9.6. */
export const { payloads, recorded, root } = recordingsOf("openclaw");

const Entries = z.array(z.looseObject({ type: z.string() }));

export const SESSION = "e44e7b82-9c1d-4f93-96e0-96a1b0cfc71d";

/** The client's database with a recorded session, in a folder of the test. */
export function recordedDatabase(folder: string): string {
  const entries = Entries.parse(JSON.parse(readFileSync(new URL("session.json", root), "utf8")));
  const path = join(folder, "openclaw-agent.sqlite");
  const database = new (loadSqlite())(path);
  database.exec(
    "create table transcript_events (session_id text not null, seq integer not null, event_json text, event_zstd blob, primary key (session_id, seq)) strict",
  );
  database.exec(
    "create table session_windows (session_id text not null primary key, session_key text not null, updated_at integer not null, transcript_updated_at integer, spawned_by text) strict",
  );
  const insert = database.prepare(
    "insert into transcript_events (session_id, seq, event_json) values (?, ?, ?)",
  );
  for (const [seq, entry] of entries.entries()) insert.run(SESSION, seq, JSON.stringify(entry));
  database
    .prepare("insert into session_windows values (?, 'agent:main:main', 1795419078400, 1795419078211, null)")
    .run(SESSION);
  database.close();
  return path;
}
