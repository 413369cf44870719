/** JavaScript that the plugin and the hook pack share: it finds the session that an event belongs to. */
export const SESSION_PART = `
const STATE = process.env.OPENCLAW_STATE_DIR || join((process.env.OPENCLAW_HOME || "~").replace(/^~(?=\\/|$)/, () => homedir()), ".openclaw");
const LAST_RESET =
  "select json_extract(event_json, '$.id') as reset from transcript_events where session_id = ? and json_extract(event_json, '$.type') = 'reset' order by seq desc limit 1";
/** Conversations without a person. Their findings come back in the result of a call. */
const NOT_A_PERSONS = /:(?:subagent|cron|acp|hook)(?::|$)/;

/**
 * The sessions of this process, and the ids of those that a person began with \`/new\`. Global, because the client
 * loads the plugin more than once.
 */
const { sessions, begunAnew } = (globalThis[Symbol.for("holdfast.openclaw")] ??= { sessions: new Map(), begunAnew: new Set() });

function sessionOf({ sessionId: id, sessionKey = "" }) {
  if (!id || NOT_A_PERSONS.test(sessionKey)) return undefined;
  if (!sessions.has(id)) sessions.set(id, { id, record: "", reply: Promise.resolve({}) });
  return sessions.get(id);
}

/** Some events of the gateway name their agent only in the key of the session. */
function agentOf({ agentId, sessionKey = "" }) {
  return agentId ?? /^agent:([A-Za-z0-9_-]{1,64}):/.exec(sessionKey)?.[1] ?? "main";
}

function databaseOf(ctx) {
  const agentId = agentOf(ctx);
  return join(STATE, "agents", agentId, "agent", "openclaw-agent.sqlite");
}

/** The fields of every event. */
function about(ctx) {
  const id = sessions.get(ctx.sessionId)?.id ?? ctx.sessionId;
  const database = databaseOf(ctx);
  const transcript_path = existsSync(database) ? join(database, id) : null;
  return { session_id: id, cwd: ctx.workspaceDir ?? process.cwd(), transcript_path };
}

/**
 * After \`/new\` the client continues in the same session. The entry of the reset separates the conversations in it.
 */
async function idOf(ctx) {
  try {
    const { DatabaseSync } = await import("node:sqlite");
    const opened = new DatabaseSync(databaseOf(ctx), { readOnly: true });
    try {
      const { reset } = opened.prepare(LAST_RESET).get(ctx.sessionId) ?? {};
      return reset ? reset + "__" + ctx.sessionId : ctx.sessionId;
    } finally {
      opened.close();
    }
  } catch {
    return ctx.sessionId;
  }
}
`;
