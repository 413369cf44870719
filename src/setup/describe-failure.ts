import { fileReason } from "../files/file-errors.ts";
import { HoldfastError } from "../kernel/errors.ts";

/** Why a check failed and what to do: it must be reported like any problem, even if it is a bug of the check. */
export function describeFailure(error: unknown): string {
  return error instanceof HoldfastError ? adviceFor(error) : describeUnexpected(error);
}

/** Other commands advise running doctor, so doctor itself must say more. */
function adviceFor({ code, message, next }: HoldfastError): string {
  const sentence = /[.?]$/.test(message) ? message : `${message}.`;
  if (code !== "store_unavailable") return `${sentence} ${next}`;
  // No server is asked for an SQLite file, which a backup replaces.
  if (/PostgreSQL server/.test(message)) return `${sentence} ${ASK_SERVER}`;
  return `${sentence} Restore a backup, or correct store.url in config.json; events wait in the spool until then.`;
}

const ASK_SERVER =
  "Check that the server runs and that this machine reaches it, and store.url in config.json or HOLDFAST_DATABASE_URL; nothing there is damaged by that, and events wait in the spool until then.";

function describeUnexpected(error: unknown): string {
  const { code, path, name } = error as { code?: unknown; path?: unknown; name?: unknown };
  if (typeof code !== "string" || typeof path !== "string")
    return `The check itself failed (${String(name)}): report a bug.`;
  return `${path}: ${fileReason(code) ?? code}. Correct that.`;
}
