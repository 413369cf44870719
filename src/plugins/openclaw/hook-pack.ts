import { join } from "node:path";
import { send } from "../send.ts";
import type { OpenClawHookEvent, OpenClawSessionKey } from "./client.ts";
import { conversationOf, hasPrompts } from "./database.ts";
import { about, knownSessions, type OpenClawSession, sessionOf } from "./sessions.ts";

const MAX_TRIES = 3;

/** By session: the source to report when it starts again. */
const sources = new Map<string, string>();

const HANDLERS: Readonly<Record<string, (event: OpenClawHookEvent) => Promise<void>>> = {
  "agent:bootstrap": addRecord,
  "command:new": endForNew,
  "command:reset": endForNew,
  "command:stop": (event) => sendOf(event, "Stop", {}),
  "session:compact:after": async ({ context: { sessionId }, sessionKey }) =>
    resetSession({ sessionId, sessionKey }, "compact"),
  "session:auto-reset": endAfterPause,
  "gateway:shutdown": endAll,
};

/** For a gateway that loads no plugins. It sees no prompts and no tools; they are read from the client's database. */
export default async function handle(event: OpenClawHookEvent): Promise<void> {
  try {
    await HANDLERS[`${event.type}:${event.action}`]?.(event);
  } catch {
    // The agent works on without us.
  }
}

/** The client rebuilds this for each turn and does not store it, so each turn gets the record of the session start. */
async function addRecord({ context, sessionKey }: OpenClawHookEvent): Promise<void> {
  const session = sessionOf({ ...context, sessionKey });
  if (!session) return;
  // Asks again if the reply came too late: no prompt event could deliver the record later.
  if (!session.record && (session.tries ?? 0) < MAX_TRIES) session.begun = undefined;
  session.begun ??= begin(session, context);
  await session.begun;
  const path = join(context.workspaceDir ?? process.cwd(), "HOLDFAST.md");
  if (session.record)
    context.bootstrapFiles?.push({ name: "HOLDFAST.md", path, content: session.record, missing: false });
}

async function begin(session: OpenClawSession, ctx: OpenClawSessionKey): Promise<void> {
  session.tries = (session.tries ?? 0) + 1;
  session.id = await conversationOf(ctx);
  const known = about(ctx);
  session.about = known;
  const { sessionId = "" } = ctx;
  const isResumed = known.transcript_path !== null && (await hasPrompts(ctx));
  const source = sources.get(sessionId) ?? (isResumed ? "resume" : "startup");
  const { context = "" } = await send("SessionStart", { ...known, source });
  if (context) sources.delete(sessionId);
  session.record = context;
}

function resetSession(ctx: OpenClawSessionKey, source: string): void {
  const session = sessionOf(ctx);
  if (!session) return;
  Object.assign(session, { begun: undefined, record: "", tries: 0 });
  sources.set(session.id.split("__").at(-1) ?? "", source);
}

async function endForNew(event: OpenClawHookEvent): Promise<void> {
  const { previousSessionEntry, sessionEntry } = event.context;
  const sessionId = (previousSessionEntry ?? sessionEntry)?.sessionId;
  await sendOf(event, "SessionEnd", { reason: "clear" });
  resetSession({ sessionId, sessionKey: event.sessionKey }, "clear");
}

/** The daily reset, or the one after a pause. The work is not forgotten, unlike with `/new`. */
async function endAfterPause(event: OpenClawHookEvent): Promise<void> {
  const { reason, sessionEntry } = event.context;
  await sendOf(event, "SessionEnd", { reason });
  knownSessions().sessions.delete(sessionEntry?.sessionId ?? "");
}

/** A shutdown ends all sessions without an event for each of them. */
async function endAll(): Promise<void> {
  const { sessions } = knownSessions();
  const known = [...sessions.values()].flatMap((session) => session.about ?? []);
  sessions.clear();
  await Promise.all(known.map((fields) => send("SessionEnd", { ...fields, reason: "shutdown" })));
}

async function sendOf(
  { context, sessionKey }: OpenClawHookEvent,
  name: string,
  fields: object,
): Promise<void> {
  const { previousSessionEntry, sessionEntry } = context;
  const sessionId = context.sessionId ?? (previousSessionEntry ?? sessionEntry)?.sessionId;
  const ctx = { sessionKey, ...context, sessionId };
  if (sessionOf({ sessionId, sessionKey })) await send(name, { ...about(ctx), ...fields });
}
