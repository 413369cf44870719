import { randomUUID } from "node:crypto";
import pg from "pg";

/** Creates a new, empty schema on the test server. */
export async function temporarySchema(url: string): Promise<string> {
  const schema = `t_${randomUUID().replaceAll("-", "")}`;
  await runSql(url, `create schema ${schema}`);
  return schema;
}

/** Runs statements on a separate connection. */
export async function runSql(url: string, statements: string): Promise<pg.QueryResult> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await client.query(statements);
  } finally {
    await client.end();
  }
}
