import type { AgentEvent, Reply } from "../kernel/agent/agent-event.ts";
import { parseReply } from "../kernel/agent/parse-reply.ts";
import type { Context } from "../kernel/context.ts";
import type { Effect, EventHandler, EventScope, IncomingEvent } from "../kernel/event-handler.ts";
import { retryConflict } from "../sessions/change-session.ts";
import { followMovedProject } from "../sessions/follow-moved-project.ts";
import { trackSession } from "../sessions/track-session.ts";
import { queueSnapshot } from "../snapshots/snapshot-queue.ts";
import { isInside } from "../text/shown-path.ts";
import { commitEvent } from "./commit-event.ts";
import { listDeliveries } from "./list-deliveries.ts";
import { pipelineFor } from "./pipeline.ts";
import { NOTHING_TO_REDELIVER, redeliverReplies } from "./redeliver-replies.ts";
import { mergeReplies, type PreparedHandler, runHandlers } from "./run-handlers.ts";
import { createSessionCache, type SessionCache } from "./session-cache.ts";

/** An event to handle. */
export interface EventInput {
  event: AgentEvent;
  /** Whether the agent waits for the reply. False for an event from the spool. */
  awaited: boolean;
  /**
   * Whether a hook confirms the reply when it has printed it; until then the reply is pending. By default the caller has
   * the reply when this returns.
   */
  confirms?: boolean;
  /** The event comes from a transcript, not from a hook. Its reply is delivered and recorded elsewhere. */
  isSynthetic?: boolean;
}

/**
 * Handles events in order, each exactly once: their effects and replies are stored in one transaction, so either all are
 * handled or none. An event id that was handled before returns the stored reply. Throws if the store fails.
 */
export async function handleBatch(
  ctx: Context,
  inputs: readonly EventInput[],
  handlers: readonly EventHandler[] = pipelineFor(ctx.config),
): Promise<Reply[]> {
  if (handlers.length === 0) return inputs.map(() => ({}));
  const outcomes = await retryConflict(() => handleOnce(ctx, inputs, handlers));
  const effects = outcomes.flatMap(({ effects = [] }) => effects);
  for (const effect of effects) follow(ctx, effect);
  return outcomes.map(({ reply }) => reply);
}

/** What happens after the commit. It must not make a handled event fail. */
function follow(ctx: Context, effect: Effect): void {
  if (effect.type === "notify") ctx.notifier?.announce(effect.notification);
  if (effect.type === "request_snapshot") queueSnapshot(ctx, effect.request);
}

interface Outcome {
  reply: Reply;
  effects?: EventScope["effects"];
}

/** An event that still has to be handled, or the outcome of one that does not. */
type PreparationResult = PreparedEvent | (Outcome & { type: "settled" });
type PreparedEvent = EventInput & IncomingEvent & { type: "prepared"; handlers: readonly PreparedHandler[] };

interface Batch {
  handlers: readonly EventHandler[];
  sessions: SessionCache;
  /** The events of this batch whose hooks wait for their replies. */
  running: ReadonlySet<string>;
}

async function handleOnce(
  ctx: Context,
  inputs: readonly EventInput[],
  handlers: readonly EventHandler[],
): Promise<Outcome[]> {
  const waiting = inputs.filter(({ confirms }) => confirms).map(({ event }) => event.id);
  const batch = { handlers, sessions: createSessionCache(), running: new Set(waiting) };
  const prepared: PreparationResult[] = [];
  for (const input of inputs) prepared.push(await prepare(ctx, input, batch));
  const inOrder = async (inside: Context) => {
    const outcomes: Outcome[] = [];
    for (const one of prepared)
      outcomes.push(one.type === "settled" ? one : await handle(inside, one, batch));
    return outcomes;
  };
  return prepared.every(({ type }) => type === "settled")
    ? await inOrder(ctx)
    : await ctx.store.transaction((store) => inOrder({ ...ctx, store }));
}

/** Does slow work before the store is locked. */
async function prepare(ctx: Context, input: EventInput, batch: Batch): Promise<PreparationResult> {
  const { event } = input;
  const handlers = batch.handlers.filter(({ kinds }) => kinds === "all" || kinds.includes(event.kind));
  const session = await findSession(ctx, event, batch);
  // After `holdfast capture pause` the session is private: no handler sees the event, and none of it is stored.
  if (session?.capture.paused) return { type: "settled", reply: {} };
  const earlier = await ctx.store.handledEvent(event.id);
  if (earlier) return { type: "settled", reply: parseReply(earlier.reply) };
  const incoming = { event, session, transcripts: new Map() };
  const ready: PreparedHandler[] = [];
  for (const handler of handlers) ready.push({ handler, prepared: await handler.prepare?.(ctx, incoming) });
  return { type: "prepared", ...input, ...incoming, handlers: ready };
}

/** The project may have been renamed before a start, before the first event of a session, and while its agent is at work. */
async function findSession(ctx: Context, event: AgentEvent, { sessions }: Batch) {
  const session = await sessions.find(ctx.store, event);
  if (session && event.kind !== "session_start" && isInside(session.worktree, event.cwd)) return session;
  return (await followMovedProject(ctx, event.cwd)) ? await sessions.findCurrent(ctx.store, event) : session;
}

async function handle(ctx: Context, prepared: PreparedEvent, { sessions, running }: Batch): Promise<Outcome> {
  const { event, awaited, confirms = false, isSynthetic = false, transcripts, handlers } = prepared;
  // Checked again inside the transaction, since a hook that gave up on the daemon may have been faster.
  const raced = await ctx.store.handledEvent(event.id);
  if (raced) return { reply: parseReply(raced.reply) };
  const found = await sessions.findCurrent(ctx.store, event);
  const { capture, ...session } = await trackSession(ctx, event, found);
  const opened = { event, awaited, isSynthetic, session, capture, transcripts, effects: [] };
  const { scope, parts } = await runHandlers(ctx, opened, handlers);
  const redelivery =
    awaited && !isSynthetic ? await redeliverReplies(ctx, scope, { parts, running }) : NOTHING_TO_REDELIVER;
  const own = mergeReplies(parts.map((part) => part.reply));
  const reply = mergeReplies([...redelivery.replies, own]);
  const isPending = !isSynthetic && (confirms || !awaited);
  const deliveries = listDeliveries(ctx, scope, { parts, isPending });
  const composed = { reply, parts, deliveries, redelivery, isPending };
  const written = await commitEvent(ctx.store, scope, composed);
  sessions.keep(event, written);
  return { reply, effects: scope.effects };
}
