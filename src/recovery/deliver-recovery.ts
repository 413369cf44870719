import { readTranscriptTail } from "../capture/read-transcript-tail.ts";
import type { AgentEvent, EventOf, StartSource } from "../kernel/agent/agent-event.ts";
import type { Context } from "../kernel/context.ts";
import type { Effect, EventHandler, EventScope, IncomingEvent } from "../kernel/event-handler.ts";
import type { SessionSummary } from "../kernel/record.ts";
import { trackSession } from "../sessions/track-session.ts";
import { listRecoveries, markDelivered, stillRemembers } from "./delivered-facts.ts";
import { markLeftOut } from "./left-out.ts";
import { recover } from "./recover.ts";
import type { Recovery } from "./recovery.ts";
import { type ChosenSource, findEarlier, findSource } from "./source/find-source.ts";
import { skipUnreadable } from "./source/skip-unreadable.ts";

/** Events that can deliver a recovery. */
type StartEvent = EventOf<"session_start" | "user_prompt_submit">;

/**
 * Delivers earlier work to a session, once per incarnation: at its start, or with the next prompt if the agent ignores
 * what is injected at a start or its start was drained from the spool. Records the delivery.
 */
export const deliverRecovery: EventHandler<StartEvent, ChosenSource | undefined> = {
  name: "deliverRecovery",
  kinds: ["session_start", "user_prompt_submit"],
  // A newer record contains what an older one said.
  ifLost: "replace",
  contextChars: ({ continuity }) => Math.max(continuity.recoveryBudgetChars, continuity.recoveryMaxChars),
  prepare: readAhead,
  async handle(ctx, scope, chosen) {
    const { event, session, awaited } = scope;
    const source = pendingStart(event, session);
    if (source === null) return { scope };
    if (!awaited || !reachesModel(ctx, event))
      return { scope: withPending(scope, pendingAfter(session, source)) };
    const due = withPending(scope, null);
    if (await isRemembered(ctx, scope, source)) return { scope: due };
    const { text, notice, effects, checkpointId, ...recovered } = await recover(ctx, due, { source, chosen });
    const after = { ...due, ...recovered };
    const shown = notice === undefined ? {} : { notice };
    if (text === undefined) return { scope: after, reply: shown, effects };
    const delivery = deliveryOf(ctx, after, { checkpointId, text });
    return {
      scope: { ...after, capture: markLeftOut(markDelivered(after.capture, event.at), text) },
      reply: { context: text, ...shown },
      effects: [...effects, delivery],
    };
  },
};

/** The start whose recovery can be delivered at this event; null if none is pending. */
function pendingStart(
  event: StartEvent,
  session: Pick<SessionSummary, "pendingRecovery"> | undefined,
): StartSource | null {
  if (event.kind === "session_start") return event.source;
  return session?.pendingRecovery ?? null;
}

/** Chooses the source and reads the transcripts that its recovery will need, before the store is locked. */
async function readAhead(
  ctx: Context,
  incoming: IncomingEvent<StartEvent>,
): Promise<ChosenSource | undefined> {
  const { event, session: known, transcripts } = incoming;
  const source = pendingStart(event, known);
  if (source === null) return undefined;
  const session = await trackSession(ctx, event, known);
  await readTranscriptTail(ctx, session, transcripts);
  const { at, continues } = event;
  const chosen = await findSource(ctx, { session, source, at, transcripts, continues });
  const { choice } = chosen;
  const ids = choice.type === "ask" ? choice.sessionIds : choice.type === "earlier" ? [choice.sessionId] : [];
  for (const id of ids)
    await skipUnreadable(ctx, id, async () => {
      const earlier = await findEarlier(ctx, id, transcripts);
      if (earlier) await readTranscriptTail(ctx, earlier, transcripts);
    });
  return chosen;
}

function withPending(scope: EventScope, pendingRecovery: StartSource | null): EventScope {
  return { ...scope, session: { ...scope.session, pendingRecovery } };
}

/** If a client resumes while the recovery of a compaction is pending, that recovery is still needed. */
function pendingAfter({ pendingRecovery }: SessionSummary, source: StartSource): StartSource {
  return source === "resume" && pendingRecovery === "compact" ? pendingRecovery : source;
}

async function isRemembered(ctx: Context, scope: EventScope, source: StartSource): Promise<boolean> {
  const { session, capture, event } = scope;
  // At a prompt, it is pending because the delivery did not arrive, however recent the delivery was.
  if (event.kind === "session_start" && (await wasJustDelivered(ctx, session, event.at))) return true;
  return pendingAfter(session, source) === "resume" && (await stillRemembers(ctx, session, capture));
}

const JUST_MS = 60_000;

/**
 * A resume with an immediate compaction starts twice, without a prompt in between, and the model reads both deliveries.
 */
async function wasJustDelivered({ store }: Context, session: SessionSummary, at: number): Promise<boolean> {
  const last = (await listRecoveries(store, session.id)).at(-1);
  return last !== undefined && at - last.at < JUST_MS && (session.lastPromptAt ?? 0) < last.at;
}

function reachesModel(ctx: Context, { agent, kind }: AgentEvent): boolean {
  const can = ctx.agents.find(({ name }) => name === agent)?.capabilities;
  return (kind === "session_start" ? can?.injectAtStart : can?.injectAtPrompt) ?? false;
}

function deliveryOf(
  ctx: Context,
  { event, session }: EventScope,
  { checkpointId, text }: { checkpointId: Recovery["checkpointId"]; text: string },
): Effect {
  return {
    type: "record_delivery",
    delivery: {
      id: ctx.newId("dlv"),
      sessionId: session.id,
      incarnation: session.incarnation,
      checkpointId,
      channel: event.kind === "session_start" ? "session_start" : "user_prompt_submit",
      chars: text.length,
      at: event.at,
    },
  };
}
