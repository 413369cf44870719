import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { postgresError } from "./error.ts";

const PAUSE_MS = 100;

/**
 * Runs work while no other process of the server's database holds the same lock, however long that takes. It polls
 * instead of waiting in the server: a waiting statement would keep indexes from being built concurrently.
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
