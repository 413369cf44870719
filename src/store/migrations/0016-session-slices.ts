import { type Kysely, sql } from "kysely";
import { tryParseJson } from "../../text/json-text.ts";
import type { Tables } from "../tables/schema.ts";

interface Row {
  id: string;
  capture: string;
  lastPromptAt: number | null;
  lastDebriefAt: number | null;
  debriefsThisTurn: number;
  debriefsIgnored: number;
  debriefOff: number;
  lastNotifiedAnswer: string | null;
  notified: number;
}

/** Moves what debriefs and notifications remember of a session to their parts of its capture. */
export async function sessionSlices(db: Kysely<Tables>): Promise<void> {
  for (let last = ""; ; ) {
    const { rows } = await sql<Row>`select * from sessions where id > ${last} and capture is not null
      and (last_debrief_at is not null or debriefs_ignored > 0 or debrief_off = 1 or last_notified_answer is not null)
      order by id limit 100`.execute(db);
    for (const row of rows) {
      const capture = tryParseJson(row.capture);
      if (typeof capture === "object" && capture !== null)
        await sql`update sessions set capture = ${withSlices(capture, row)} where id = ${row.id}`.execute(db);
    }
    const newest = rows.at(-1);
    if (newest === undefined) break;
    last = newest.id;
  }
  for (const column of MOVED) await sql.raw(`alter table sessions drop column ${column}`).execute(db);
}

const MOVED = [
  "last_debrief_at",
  "debriefs_this_turn",
  "debriefs_ignored",
  "debrief_off",
  "last_notified_answer",
  "notified",
];

function withSlices(capture: object, row: Row): string {
  const { lastPromptAt: prompt, lastDebriefAt: at } = row;
  const debrief = {
    off: row.debriefOff === 1,
    ignored: row.debriefsIgnored,
    last: at === null ? null : { at, prompt, inTurn: row.debriefsThisTurn },
  };
  const answer = row.lastNotifiedAnswer;
  const notifications = row.notified === 1 ? { answer, prompt } : { answer };
  const slices = {
    ...("slices" in capture ? Object(capture.slices) : {}),
    debrief: { version: 1, value: debrief },
    notifications: { version: 1, value: notifications },
  };
  return JSON.stringify({ ...capture, slices });
}
