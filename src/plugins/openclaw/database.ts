import { homedir } from "node:os";
import { join } from "node:path";
import type { OpenClawSessionKey } from "./client.ts";

/** The database with the sessions of an agent. */
export function databaseOf(ctx: OpenClawSessionKey): string {
  return join(stateDirectory(), "agents", agentOf(ctx), "agent", "openclaw-agent.sqlite");
}

function stateDirectory(): string {
  const { OPENCLAW_STATE_DIR: state, OPENCLAW_HOME: home = "" } = process.env;
  return (
    state ||
    join(
      (home || "~").replace(/^~(?=\/|$)/, () => homedir()),
      ".openclaw",
    )
  );
}

/** Some events of the gateway name their agent only in the key of the session. */
function agentOf({ agentId, sessionKey = "" }: OpenClawSessionKey): string {
  return agentId ?? /^agent:([A-Za-z0-9_-]{1,64}):/.exec(sessionKey)?.[1] ?? "main";
}

const LAST_RESET =
  "select json_extract(event_json, '$.id') as reset from transcript_events where session_id = ? and json_extract(event_json, '$.type') = 'reset' order by seq desc limit 1";

/**
 * After `/new` the client continues in the same session. The entry of the reset separates the conversations in it.
 */
export async function conversationOf(ctx: OpenClawSessionKey): Promise<string> {
  const { sessionId = "" } = ctx;
  const row = await readRow<{ reset?: string | null }>(ctx, LAST_RESET);
  return row?.reset ? `${row.reset}__${sessionId}` : sessionId;
}

/** Whether a person already asked something in the session. */
export async function hasPrompts(ctx: OpenClawSessionKey): Promise<boolean> {
  const prompts = "select 1 as there from transcript_events where session_id = ? and seq > 2 limit 1";
  return (await readRow(ctx, prompts)) !== undefined;
}

/** The first row of a query with the session's id; undefined also if the database cannot be read. */
async function readRow<T extends object>(ctx: OpenClawSessionKey, query: string): Promise<T | undefined> {
  try {
    const { DatabaseSync } = await import("node:sqlite");
    const opened = new DatabaseSync(databaseOf(ctx), { readOnly: true });
    try {
      return opened.prepare(query).get(ctx.sessionId ?? "") as T | undefined;
    } finally {
      opened.close();
    }
  } catch {
    return undefined;
  }
}
