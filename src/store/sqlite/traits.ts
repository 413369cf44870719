import { sql } from "kysely";
import { recordStatement } from "../tables/step-rows.ts";
import type { Traits } from "../traits.ts";
import { saveToSqlite } from "./save.ts";

export const sqliteTraits: Traits = {
  name: "sqlite",
  columns: {
    key: "text",
    integer: "integer",
    bytes: "blob",
    identity: "integer primary key autoincrement",
  },
  // Write transactions begin immediate, so this one is already the only writer.
  lockCheckpoints: [],
  lockMigrations: [],
  schemaParts: `
    select 'column ' || t.name || '.' || c.name as part, null as definition
      from sqlite_master t join pragma_table_info(t.name) c where t.type = 'table' and t.name not like 'sqlite%'
    union all
    select 'index ' || name, sql from sqlite_master where type = 'index' and sql is not null`,
  save: saveToSqlite,
  recordStep: recordStatement({ parameter: () => "?" }),
  jsonArray: "json_array",
  async unflushed(db, work) {
    if (db.isTransaction) return await work(db);
    // This store has only one connection, and nothing else can use it in the meantime.
    return await db.connection().execute(async (held) => {
      await sql`pragma synchronous = normal`.execute(held);
      try {
        return await work(held);
      } finally {
        await sql`pragma synchronous = full`.execute(held);
      }
    });
  },
  nodesOf: (json, columns) =>
    sql`select ${sql.raw(columns)} from json_each(${json}) wanted cross join nodes n on n.key = unhex(wanted.value)`,
  wordIndex: {
    create: [
      "create virtual table memory_words using fts5(words, content='memories', tokenize='unicode61')",
      // Otherwise a deleted word stays in the index pages until they are merged.
      "insert into memory_words (memory_words, rank) values ('secure-delete', 1)",
      `create trigger memories_added after insert on memories begin
        insert into memory_words (rowid, words) values (new.rowid, new.words); end`,
      `create trigger memories_removed after delete on memories begin
        insert into memory_words (memory_words, rowid, words) values ('delete', old.rowid, old.words); end`,
    ],
    withWord: (word) =>
      sql`select m.id from memory_words join memories m on m.rowid = memory_words.rowid
        where memory_words match ${`"${word}"*`}`,
  },
};
