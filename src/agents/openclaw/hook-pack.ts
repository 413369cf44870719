import { join } from "node:path";
import type { ConnectPaths } from "../../kernel/agent/agent.ts";
import type { OwnedFiles } from "../files/owned-files.ts";
import { pluginSender } from "../plugin/sender.ts";
import { configDirectory } from "./environment.ts";
import { hooks } from "./hooks.ts";
import { SESSION_PART } from "./session-part.ts";

/**
 * For a gateway that loads no plugins. A hook pack sees no prompts and no tools; they are read from the client's
 * database.
 */
export function packFiles(paths: ConnectPaths): OwnedFiles {
  const files = new Map([
    ["HOOK.md", ABOUT],
    ["handler.js", packText(paths)],
    ["package.json", '{ "type": "module" }\n'],
  ]);
  return { root: join(configDirectory(paths), "hooks", "holdfast"), files };
}

const EVENTS = [
  "agent:bootstrap",
  "command:new",
  "command:reset",
  "command:stop",
  "session:compact:after",
  "session:auto-reset",
  "gateway:shutdown",
];

const ABOUT = `---
name: holdfast
description: "Checkpoints of your work that survive compaction, crashes and closed sessions"
metadata: ${JSON.stringify({ openclaw: { events: EVENTS } })}
---
# Holdfast

Written by \`holdfast connect openclaw\`, removed by \`holdfast disconnect openclaw\`. Without Holdfast it does nothing.
`;

function packText(paths: ConnectPaths): string {
  return `// Written by \`holdfast connect openclaw\`. It sends events and passes on the replies. It makes no decisions.
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
${pluginSender(hooks, paths)}${SESSION_PART}${HANDLER}`;
}

const HANDLER = `
const HANDLERS = {
  "agent:bootstrap": addRecord,
  "command:new": endForNew,
  "command:reset": endForNew,
  "command:stop": (event) => sendOf(event, "Stop", {}),
  "session:compact:after": (event) => resetSession(event, "compact"),
  "session:auto-reset": endAfterPause,
  "gateway:shutdown": endAll,
};

const MAX_TRIES = 3;

/** The source to report when a session starts again. */
const sources = new Map();

async function begin(session, ctx) {
  session.tries = (session.tries ?? 0) + 1;
  session.id = await idOf(ctx);
  const known = about(ctx);
  session.about = known;
  const source = sources.get(ctx.sessionId) ?? (known.transcript_path && (await hasPrompts(ctx)) ? "resume" : "startup");
  const { context = "" } = await send("SessionStart", { ...known, source });
  if (context) sources.delete(ctx.sessionId);
  session.record = context;
}

/** The client rebuilds this for each turn and does not store it, so each turn gets the record of the session start. */
async function addRecord({ context: ctx, sessionKey }) {
  const session = sessionOf({ ...ctx, sessionKey });
  if (!session) return;
  // Asks again if the reply came too late: no prompt event could deliver the record later.
  if (!session.record && (session.tries ?? 0) < MAX_TRIES) session.begun = undefined;
  session.begun ??= begin(session, ctx);
  await session.begun;
  const path = join(ctx.workspaceDir ?? process.cwd(), "HOLDFAST.md");
  if (session.record) ctx.bootstrapFiles.push({ name: "HOLDFAST.md", path, content: session.record, missing: false });
}

function resetSession({ context: { sessionId }, sessionKey }, source) {
  const session = sessionOf({ sessionId, sessionKey });
  if (!session) return;
  Object.assign(session, { begun: undefined, record: "", tries: 0 });
  sources.set(session.id.split("__").at(-1), source);
}

async function endForNew(event) {
  const { previousSessionEntry, sessionEntry } = event.context;
  const sessionId = (previousSessionEntry ?? sessionEntry)?.sessionId;
  await sendOf(event, "SessionEnd", { reason: "clear" });
  resetSession({ ...event, context: { sessionId } }, "clear");
}

/** The daily reset, or the one after a pause. The work is not forgotten, unlike with \`/new\`. */
async function endAfterPause(event) {
  await sendOf(event, "SessionEnd", { reason: event.context.reason });
  sessions.delete(event.context.sessionEntry?.sessionId);
}

/** A shutdown ends all sessions without an event for each of them. */
async function endAll() {
  const known = [...sessions.values()].flatMap((session) => (session.about ? [session.about] : []));
  sessions.clear();
  await Promise.all(known.map((fields) => send("SessionEnd", { ...fields, reason: "shutdown" })));
}

async function sendOf(event, name, fields) {
  const { previousSessionEntry, sessionEntry } = event.context;
  const sessionId = event.context.sessionId ?? (previousSessionEntry ?? sessionEntry)?.sessionId;
  const ctx = { sessionKey: event.sessionKey, ...event.context, sessionId };
  if (sessionOf({ sessionId, sessionKey: event.sessionKey })) await send(name, { ...about(ctx), ...fields });
}

async function hasPrompts(ctx) {
  try {
    const { DatabaseSync } = await import("node:sqlite");
    const opened = new DatabaseSync(databaseOf(ctx), { readOnly: true });
    try {
      return opened.prepare("select 1 as there from transcript_events where session_id = ? and seq > 2 limit 1").get(ctx.sessionId) !== undefined;
    } finally {
      opened.close();
    }
  } catch {
    return false;
  }
}

export default async function handle(event) {
  try {
    await HANDLERS[event.type + ":" + event.action]?.(event);
  } catch {}
}
`;
