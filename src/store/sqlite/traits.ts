import { sql } from "kysely";
import type { Traits } from "../traits.ts";

export const sqliteTraits: Traits = {
  name: "sqlite",
  columns: {
    key: "text",
    integer: "integer",
    bytes: "blob",
    identity: "integer primary key autoincrement",
  },
  // A write transaction begins immediate: it is the only one already.
  lockCheckpoints: [],
  lockMigrations: [],
  savesInOneStatement: false,
  nodesOf: (json, columns) =>
    sql`select ${sql.raw(columns)} from json_each(${json}) wanted cross join nodes n on n.key = unhex(wanted.value)`,
  maxParameters: 900,
};
