import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { postgresError } from "./error.ts";

const PAUSE_MS = 100;

/**
 * Does something while no other process of the server's database does it under the same lock, however long that takes. It asks
 * again and again rather than wait in the server: a statement that waits there keeps indexes from being built beside it.
 */
export async function withServerLock<T>(
  { url, lock }: { url: string; lock: number },
  work: () => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url, keepAlive: true });
  client.on("error", () => {}); // the server ended the connection, and with it the lock
  try {
    await client.connect();
    while (!(await tryLock(client, lock))) await sleep(PAUSE_MS);
  } catch (error) {
    await client.end().catch(() => {});
    throw postgresError(error);
  }
  try {
    return await work();
  } finally {
    await client.end().catch(() => {});
  }
}

async function tryLock(client: pg.Client, lock: number): Promise<boolean> {
  const { rows } = await client.query<{ isOurs: boolean }>('select pg_try_advisory_lock($1) as "isOurs"', [
    lock,
  ]);
  return rows[0]?.isOurs === true;
}
