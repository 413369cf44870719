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
  maxParameters: 900,
};
