import { type ErrorCode, HoldfastError } from "../../kernel/errors.ts";

/** SQLSTATE classes and codes (PostgreSQL manual, appendix A), longest match first. */
const STATES: readonly [prefix: string, code: ErrorCode, what: string][] = [
  ["55P03", "store_busy", "The database is locked"],
  ["57014", "store_busy", "The database took too long"],
  ["40", "store_busy", "The database rolled back the transaction in favor of another one"],
  ["53300", "store_busy", "All connections of the PostgreSQL server are in use"],
  ["53100", "store_full", "The database's disk is full"],
  ["25006", "store_unavailable", "The database is read-only"],
  ["22021", "invalid_input", "A text contains a NUL character: remove it"],
];

/** Converts a driver error to a `store_*` error. The message never contains the connection string. */
export function postgresError(error: unknown): HoldfastError {
  if (error instanceof HoldfastError) return error;
  const state = stateOf(error);
  const known = STATES.find(([prefix]) => state.startsWith(prefix));
  if (known) return new HoldfastError(known[1], `${known[2]}.`, { cause: error });
  const refused = /^(08|57P|E[A-Z]+$|3D|28)/.test(state) || state === "";
  const message = refused
    ? `The PostgreSQL server cannot be reached (${state || "connection lost"}).`
    : `PostgreSQL rejected a statement (${state}).`;
  return new HoldfastError(refused ? "store_unavailable" : "internal", message, { cause: error });
}

/** SQLSTATEs, system errors and driver messages after which the same statement may soon succeed. */
const TRANSIENT = /^(08|57P0|40|53300|ECONN|EPIPE)/;
const LOST = /terminated unexpectedly|connection error|Connection terminated$/;

/** Whether the connection failed immediately. After a timeout there is no time left for a retry. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof HoldfastError) || !(error.cause instanceof Error)) return false;
  const state = stateOf(error.cause);
  return state === "" ? LOST.test(error.cause.message) : TRANSIENT.test(state);
}

function stateOf(error: unknown): string {
  const { code } = error as { code?: unknown };
  return typeof code === "string" ? code : "";
}
