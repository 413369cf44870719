import { setTimeout as sleep } from "node:timers/promises";
import { PostgresDialect } from "kysely";
import pg from "pg";
import { HoldfastError } from "../../kernel/errors.ts";
import type { Backend, Retry } from "../traits.ts";
import { isTransient, postgresError } from "./error.ts";
import { RECORD_ALL, RECORD_STEP, RECORD_UNFLUSHED } from "./record-step.ts";
import { REPLACE, SAVE } from "./save.ts";
import { postgresTraits } from "./traits.ts";

/**
 * Normally the server ends a statement first; `connect` and `answer` cover a server or network that does not respond.
 */
const TIMEOUTS = { statement: 5_000, lock: 3_000, idle: 10_000, connect: 3_000, answer: 6_000 };
const INT8 = 20;
/** Only the most frequent statements are prepared: planning them takes as long as running them. */
const PREPARED: ReadonlyMap<string, string> = new Map([
  [SAVE, "save"],
  [REPLACE, "replace"],
  [RECORD_STEP, "record_step"],
  [RECORD_UNFLUSHED, "record_unflushed"],
  [RECORD_ALL, "record_all"],
]);
const SCHEMA = /^[a-z_][a-z0-9_]{0,62}$/;

/** A pool of up to 10 connections that use one schema, with timeouts on everything but migrations. */
export function postgresBackend(options: { url: string; schema: string; busyTimeoutMs: number }): Backend {
  const { url, schema, busyTimeoutMs } = options;
  if (!SCHEMA.test(schema))
    throw new HoldfastError("config_invalid", `"${schema}" is not a valid schema name.`);
  const connections: pg.PoolConfig = {
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: TIMEOUTS.connect,
    keepAlive: true,
    lock_timeout: Math.max(1, Math.min(TIMEOUTS.lock, busyTimeoutMs)),
    idle_in_transaction_session_timeout: TIMEOUTS.idle,
    options: `-c search_path=${schema},pg_catalog`,
    // Counts and times fit into a double; pg would return them as strings.
    types: { getTypeParser: (oid, format) => (oid === INT8 ? Number : pg.types.getTypeParser(oid, format)) },
  };
  const limits = { statement_timeout: TIMEOUTS.statement, query_timeout: TIMEOUTS.answer };
  return {
    traits: { ...postgresTraits, lockMigrations: [...postgresTraits.lockMigrations, createSchema(schema)] },
    dialect: dialectOf({ ...connections, ...limits }),
    migrationDialect: dialectOf({ ...connections, max: 1 }),
    retry: retryTransient,
    backUp: async () => {}, // left to the administrators of the server
    keepBackups: async () => ({ type: "off" }),
    checkIntegrity: async () => [], // files are left to the server; contents are checked as in SQLite
    releaseSpace: async () => 0,
    releaseReserve: () => false, // left to the server
    truncateWal: async () => {},
  };
}

/** A pool opens its first connection when it is needed. */
function dialectOf(settings: pg.PoolConfig): PostgresDialect {
  const pool = new pg.Pool(settings);
  // The pool replaces a lost connection. Without these listeners, its error would end the process.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return new PostgresDialect({ pool: guard(pool) });
}

/** Checks first, because a role without the right to create schemas may use an existing one. */
function createSchema(schema: string): string {
  return `do $$ begin if to_regnamespace('${schema}') is null then create schema ${schema}; end if; end $$`;
}

/** The part of a pool that Kysely uses, with translated errors. A failed connection is not used again. */
function guard(pool: pg.Pool): pg.Pool {
  const connect = async () => {
    const client = await pool.connect().catch((error: unknown) => {
      throw postgresError(error);
    });
    let isBroken = false;
    const translate = (error: unknown): never => {
      const translated = postgresError(error);
      isBroken ||= translated.code === "store_unavailable";
      throw translated;
    };
    const query = (text: string, values: unknown[] = []) => {
      const name = PREPARED.get(text);
      return client.query({ text, values, ...(name !== undefined && { name }) }).catch(translate);
    };
    return { query, release: () => client.release(isBroken) };
  };
  return { connect, end: () => pool.end() } as unknown as pg.Pool;
}

/** In total slightly longer than a server restart. */
const PAUSES_MS = [25, 100, 300, 1_000];

/** Repeats the work if the connection was lost or the server is starting. */
const retryTransient: Retry = async (work, mayRepeat = () => true) => {
  for (const pause of PAUSES_MS) {
    try {
      return await work();
    } catch (error) {
      if (!isTransient(error) || !mayRepeat()) throw error;
    }
    await sleep(pause);
  }
  return await work();
};
