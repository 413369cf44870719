import { sql } from "kysely";
import type { Traits } from "../traits.ts";
import { RECORD_ALL, RECORD_STEP, RECORD_UNFLUSHED } from "./record-step.ts";
import { saveToPostgres } from "./save.ts";

export const postgresTraits: Traits = {
  name: "postgres",
  columns: {
    key: 'text collate "C"',
    integer: "bigint",
    bytes: "bytea",
    identity: "bigserial primary key",
  },
  // Conflicts with the lock of every insert: saves wait for the end of a sweep's slice, reads do not. Saves also queue
  // behind a waiting sweep, so the sweep waits only briefly.
  lockCheckpoints: ["set local lock_timeout = 500", "lock table checkpoints in share row exclusive mode"],
  // Migrations may take longer than other statements.
  lockMigrations: ["set local statement_timeout = 0", "select pg_advisory_xact_lock(4738001)"],
  schemaParts: `
    select 'column ' || t.relname || '.' || c.attname as part, null as definition
      from pg_class t join pg_attribute c on c.attrelid = t.oid
      where t.relnamespace = current_schema()::regnamespace and t.relkind = 'r' and c.attnum > 0 and not c.attisdropped
    union all
    select 'index ' || indexname, indexdef from pg_indexes where schemaname = current_schema()`,
  save: saveToPostgres,
  recordStep: RECORD_STEP,
  recordUnflushed: RECORD_UNFLUSHED,
  recordAll: RECORD_ALL,
  jsonArray: "json_build_array",
  unflushed: (db, work) => work(db), // the setting would cost a round trip of its own
  nodesOf: (json, columns) =>
    sql`select ${sql.raw(columns)} from jsonb_array_elements_text(${json}::jsonb) as wanted (key)
      join nodes n on n.key = decode(wanted.key, 'hex')`,
  wordIndex: {
    create: ["create index memories_by_words on memories using gin (to_tsvector('simple', words))"],
    withWord: (word) =>
      sql`select id from memories where to_tsvector('simple', words) @@ to_tsquery('simple', ${`${word}:*`})`,
  },
};
