import { PostgresDialect } from "kysely";
import pg from "pg";
import { HoldfastError } from "../../kernel/errors.ts";
import type { Backend } from "../traits.ts";
import { postgresError } from "./error.ts";
import { retryTransient } from "./retry-transient.ts";
import { SAVE } from "./save.ts";
import { postgresTraits } from "./traits.ts";

/** The server ends a statement first; the last two are for a server, or a way to it, that says nothing any more. */
const TIMEOUTS = { statement: 5_000, lock: 3_000, idle: 10_000, connect: 3_000, answer: 6_000 };
const INT8 = 20;
const SCHEMA = /^[a-z_][a-z0-9_]{0,62}$/;

/** A pool of up to 10 connections whose search path is one schema, with time-outs on everything. */
export function postgresBackend(options: { url: string; schema: string; busyTimeoutMs: number }): Backend {
  const { url, schema, busyTimeoutMs } = options;
  if (!SCHEMA.test(schema)) throw new HoldfastError("config_invalid", `"${schema}" is not a schema name.`);
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: TIMEOUTS.connect,
    query_timeout: TIMEOUTS.answer,
    keepAlive: true,
    statement_timeout: TIMEOUTS.statement,
    lock_timeout: Math.max(1, Math.min(TIMEOUTS.lock, busyTimeoutMs)),
    idle_in_transaction_session_timeout: TIMEOUTS.idle,
    options: `-c search_path=${schema},pg_catalog`,
    // Counts and times fit a double; pg would return them as text.
    types: { getTypeParser: (oid, format) => (oid === INT8 ? Number : pg.types.getTypeParser(oid, format)) },
  });
  // A connection that dies, idle or between two statements, is replaced; without listeners it would end the process.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return {
    traits: { ...postgresTraits, lockMigrations: [...postgresTraits.lockMigrations, createSchema(schema)] },
    dialect: new PostgresDialect({ pool: guard(pool) }),
    retry: retryTransient,
    backUp: async () => {}, // the server's administrators have their own
    keepBackups: async () => ({ type: "off" }),
    checkIntegrity: async () => [], // of its files; what is in them is checked for both databases alike
    releaseSpace: async () => 0,
    releaseReserve: () => false, // the server's own work
    truncateWal: async () => {},
  };
}

/** Asks first: who may not create schemas may use one that is there. */
function createSchema(schema: string): string {
  return `do $$ begin if to_regnamespace('${schema}') is null then create schema ${schema}; end if; end $$`;
}

/** The part of a pool that Kysely uses, with its failures translated. A connection that failed is not used again. */
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
    // Only the most frequent one is prepared: planning it takes the server as long as doing it.
    const query = (text: string, values: unknown[] = []) =>
      client.query({ text, values, ...(text === SAVE && { name: "save" }) }).catch(translate);
    return { query, release: () => client.release(isBroken) };
  };
  return { connect, end: () => pool.end() } as unknown as pg.Pool;
}
