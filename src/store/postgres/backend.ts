import { PostgresDialect } from "kysely";
import pg from "pg";
import { HoldfastError } from "../../kernel/errors.ts";
import type { Backend } from "../traits.ts";
import { postgresError } from "./error.ts";
import { postgresTraits } from "./traits.ts";

const TIMEOUTS = { connect: 3_000, statement: 5_000, lock: 3_000, idle: 10_000 };
const INT8 = 20;
const SCHEMA = /^[a-z_][a-z0-9_]{0,62}$/;

/** A pool of up to 10 connections whose search path is one schema, with time-outs on everything. */
export function postgresBackend({ url, schema }: { url: string; schema: string }): Backend {
  if (!SCHEMA.test(schema)) throw new HoldfastError("config_invalid", `"${schema}" is not a schema name.`);
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: TIMEOUTS.connect,
    statement_timeout: TIMEOUTS.statement,
    lock_timeout: TIMEOUTS.lock,
    idle_in_transaction_session_timeout: TIMEOUTS.idle,
    options: `-c search_path=${schema},pg_catalog`,
    // Counts and times fit a double; pg would return them as text.
    types: { getTypeParser: (oid, format) => (oid === INT8 ? Number : pg.types.getTypeParser(oid, format)) },
  });
  // A connection that dies while idle is replaced by the pool; without a listener it would end the process.
  pool.on("error", () => {});
  return {
    traits: postgresTraits,
    dialect: new PostgresDialect({ pool: guard(pool) }),
    backUp: async () => {}, // the server's administrators have their own
    checkIntegrity: async () => [],
    releaseSpace: async () => 0,
  };
}

/** The part of a pool that Kysely uses, with its failures translated. */
function guard(pool: pg.Pool): pg.Pool {
  const translate = (error: unknown): never => {
    throw postgresError(error);
  };
  const connect = async () => {
    const client = await pool.connect().catch(translate);
    const query = (...values: Parameters<typeof client.query>) => {
      const answer: unknown = client.query(...values);
      return answer instanceof Promise ? answer.catch(translate) : answer;
    };
    return { query, release: () => client.release() };
  };
  return { connect, end: () => pool.end() } as unknown as pg.Pool;
}
