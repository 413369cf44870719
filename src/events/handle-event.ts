import type { AgentEvent, Reply } from "../kernel/agent/agent-event.ts";
import type { Context } from "../kernel/context.ts";
import type { ArrivingEvent, EventHandler, EventScope } from "../kernel/event-handler.ts";
import { retryConflict } from "../sessions/change-session.ts";
import { trackSession } from "../sessions/track-session.ts";
import { commitEvent } from "./commit-event.ts";
import { parseReply } from "./parse-reply.ts";
import { pipelineFor } from "./pipeline.ts";
import { type PreparedHandler, runHandlers } from "./run-handlers.ts";
import { createSessionCache, type SessionCache } from "./session-cache.ts";

/** An event, and whether its reply still reaches the agent. Nobody waits for the reply to an event from the spool. */
export interface ComingEvent {
  event: AgentEvent;
  awaited: boolean;
  /** Found in a transcript, not sent by a hook. Its reply is delivered and recorded elsewhere. */
  isSynthetic?: boolean;
}

/**
 * Handles an event exactly once: its effects and its reply are stored in one transaction, and a second call with the
 * same event id returns the stored reply. Throws if the store fails; the hook then fails open.
 */
export async function handleEvent(
  ctx: Context,
  event: AgentEvent,
  how: Omit<ComingEvent, "event">,
): Promise<Reply> {
  const [reply = {}] = await handleTogether(ctx, [{ event, ...how }]);
  return reply;
}

/** Handles several events in order with one commit: either all are handled or none. */
export async function handleTogether(
  ctx: Context,
  coming: readonly ComingEvent[],
  handlers: readonly EventHandler[] = pipelineFor(ctx.config),
): Promise<Reply[]> {
  if (handlers.length === 0) return coming.map(() => ({}));
  const outcomes = await retryConflict(() => attempt(ctx, coming, handlers));
  const effects = outcomes.flatMap(({ effects = [] }) => effects);
  for (const effect of effects) if (effect.type === "notify") ctx.notifier?.announce(effect.notification);
  return outcomes.map(({ reply }) => reply);
}

interface Outcome {
  reply: Reply;
  effects?: EventScope["effects"];
}

type NewEvent = ComingEvent & ArrivingEvent & { type: "new"; handlers: readonly PreparedHandler[] };
type Prepared = NewEvent | (Outcome & { type: "known" });

interface Batch {
  handlers: readonly EventHandler[];
  sessions: SessionCache;
}

async function attempt(
  ctx: Context,
  coming: readonly ComingEvent[],
  handlers: readonly EventHandler[],
): Promise<Outcome[]> {
  const batch = { handlers, sessions: createSessionCache() };
  const prepared: Prepared[] = [];
  for (const one of coming) prepared.push(await prepare(ctx, one, batch));
  const inOrder = async (inside: Context) => {
    const outcomes: Outcome[] = [];
    for (const one of prepared) outcomes.push(one.type === "new" ? await handle(inside, one, batch) : one);
    return outcomes;
  };
  return prepared.some(({ type }) => type === "new")
    ? await ctx.store.transaction((store) => inOrder({ ...ctx, store }))
    : await inOrder(ctx);
}

/** Performs slow work before the store is locked. */
async function prepare(ctx: Context, coming: ComingEvent, batch: Batch): Promise<Prepared> {
  const { event, awaited } = coming;
  const handlers = batch.handlers.filter(({ kinds }) => kinds === "all" || kinds.includes(event.kind));
  const session = await batch.sessions.find(ctx.store, event);
  const arriving = { event, session, transcripts: new Map() };
  if (handlers.some((handler) => handler.ignores?.(arriving))) return { type: "known", reply: {} };
  const earlier = await ctx.store.handledEvent(event.id);
  if (earlier) {
    if (!awaited) for (const handler of handlers) await handler.requeue?.(ctx, event);
    return { type: "known", reply: parseReply(earlier.reply) };
  }
  const ready: PreparedHandler[] = [];
  for (const handler of handlers) ready.push({ handler, prepared: await handler.prepare?.(ctx, arriving) });
  return { type: "new", ...coming, ...arriving, handlers: ready };
}

async function handle(ctx: Context, coming: NewEvent, { sessions }: Batch): Promise<Outcome> {
  const { event, awaited, isSynthetic = false, transcripts, handlers } = coming;
  // Checked again inside: a hook that gave up on the daemon may have been faster.
  const raced = await ctx.store.handledEvent(event.id);
  if (raced) return { reply: parseReply(raced.reply) };
  const found = await sessions.findCurrent(ctx.store, event);
  const { capture, ...session } = await trackSession(ctx, event, found);
  const opened = { event, awaited, isSynthetic, session, capture, transcripts, effects: [] };
  const { scope, reply } = await runHandlers(ctx, opened, handlers);
  const written = await commitEvent(ctx.store, scope, reply);
  sessions.keep(event, written);
  return { reply, effects: scope.effects };
}
