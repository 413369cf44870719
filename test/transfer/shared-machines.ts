import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { type Machine, withTwoMachines } from "./two-machines.ts";

export const url = inject("postgresUrl") ?? "";

/** Two machines with one PostgreSQL database, and a clone of one repository in another directory each. */
export async function withSharedDatabase(
  work: (
    one: Machine,
    other: Machine,
    query: (text: string, values?: unknown[]) => Promise<pg.QueryResult>,
  ) => Promise<void>,
): Promise<void> {
  const schema = `shared_${randomBytes(6).toString("hex")}`;
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(`set search_path = ${schema}`);
    await withTwoMachines(
      (one, other) => work(one, other, (text, values = []) => client.query(text, values)),
      {
        store: { url, schema },
      },
    );
  } finally {
    await client.query(`drop schema if exists ${schema} cascade`);
    await client.end();
  }
}
