import { sql } from "kysely";
import type { Traits } from "../traits.ts";

export const postgresTraits: Traits = {
  name: "postgres",
  columns: {
    key: 'text collate "C"',
    integer: "bigint",
    bytes: "bytea",
    identity: "bigserial primary key",
  },
  // Conflicts with the lock that every insert takes: saves wait for the end of a sweep's slice, reads do not.
  lockCheckpoints: ["lock table checkpoints in share row exclusive mode"],
  lockMigrations: ["select pg_advisory_xact_lock(4738001)"],
  savesInOneStatement: true,
  nodesOf: (json) =>
    sql`select n.key, n.bytes from jsonb_array_elements_text(${json}::jsonb) as wanted (key)
      join nodes n on n.key = decode(wanted.key, 'hex')`,
  maxParameters: 30_000,
};
