import { debriefStop } from "../debrief/debrief-stop.ts";
import type { AgentCapabilities } from "../kernel/agent/agent.ts";
import type { AgentEvent, Reply } from "../kernel/agent/agent-event.ts";
import { parseReply } from "../kernel/agent/parse-reply.ts";
import type { Context } from "../kernel/context.ts";
import { EVENT_CONTEXT_CHARS, type EventScope } from "../kernel/event-handler.ts";
import type { PendingReply } from "../kernel/storage/reply-storage.ts";
import { findInheritedNotices } from "../restore/notice/pending-notice.ts";
import type { ReplyPart } from "./run-handlers.ts";

/** The pending replies that the reply to this event carries, and those that are given up. */
export interface Redelivery {
  replies: readonly Reply[];
  carried: readonly number[];
  givenUp: readonly number[];
}

export const NOTHING_TO_REDELIVER: Redelivery = { replies: [], carried: [], givenUp: [] };

const MOST = 50;

/**
 * Finds what earlier replies contained that no hook has printed, and that the reply to this event can carry. `running`:
 * the events of this batch whose hooks still wait. Those and the hooks of other batches and processes may print theirs.
 */
export async function redeliverReplies(
  ctx: Pick<Context, "agents" | "store" | "isBeingPrinted">,
  { event, session }: Pick<EventScope, "event" | "session">,
  { parts, running }: { parts: readonly ReplyPart[]; running: { has(eventId: string): boolean } },
): Promise<Redelivery> {
  const own = await ctx.store.listPendingReplies({ sessionId: session.id, limit: MOST });
  const all = [...(await findInheritedNotices(ctx.store, session)), ...own];
  const pending = all.filter(({ eventId }) => !running.has(eventId) && !ctx.isBeingPrinted(eventId));
  if (pending.length === 0) return NOTHING_TO_REDELIVER;
  const can = ctx.agents.find(({ name }) => name === event.agent)?.capabilities;
  return chooseRedelivery(
    pending.map((row) => ({ ...row, reply: parseReply(row.reply) })),
    { event, can, parts },
  );
}

type LostReply = Pick<PendingReply, "id" | "handler"> & { reply: Reply };

interface Carrier {
  event: AgentEvent;
  can: AgentCapabilities | undefined;
  /** What the handlers contribute to the reply to this event. */
  parts: readonly ReplyPart[];
}

/** Decides from data alone. Oldest first; what does not fit waits for the next event. */
export function chooseRedelivery(pending: readonly LostReply[], carrier: Carrier): Redelivery {
  // A rejected prompt shows nothing else.
  if (carrier.event.kind === "user_prompt_submit" && carrier.parts.some(({ reply }) => reply.block))
    return NOTHING_TO_REDELIVER;
  const isReplaced = ({ handler: name }: LostReply) =>
    carrier.parts.some(
      ({ handler, reply }) =>
        handler.name === name && (reply.block || (handler.ifLost === "replace" && reply.context)),
    );
  const givenUp = pending.filter(isReplaced);
  let chars = carrier.parts.reduce((sum, { reply }) => sum + (reply.context?.length ?? 0), 0);
  const carried: LostReply[] = [];
  for (const one of pending) {
    const length = one.reply.context?.length ?? 0;
    const fits = chars === 0 || chars + length <= EVENT_CONTEXT_CHARS;
    if (givenUp.includes(one) || !fits || !canCarry(carrier, one, carried)) continue;
    chars += length;
    carried.push(one);
  }
  return { replies: carried.map(({ reply }) => reply), carried: idsOf(carried), givenUp: idsOf(givenUp) };
}

/** A block answers a stop. Everything else needs an event that reaches the model. */
function canCarry(carrier: Carrier, lost: LostReply, carried: readonly LostReply[]): boolean {
  if (lost.reply.block) return canBlock(carrier, lost, carried);
  const { event, can } = carrier;
  if (event.kind === "session_start") return can?.injectAtStart === true;
  return event.kind === "user_prompt_submit" && can?.injectAtPrompt === true;
}

/**
 * A debrief can answer a later stop, at most once per chain. Another block is over once its event is: the handler that
 * sent it deals with that.
 */
function canBlock(
  { event, can, parts }: Carrier,
  { handler }: LostReply,
  carried: readonly LostReply[],
): boolean {
  if (event.kind !== "agent_stop" || event.stopHookActive || !can?.blockStop) return false;
  return handler === debriefStop.name && ![...parts, ...carried].some(({ reply }) => reply.block);
}

function idsOf(replies: readonly LostReply[]): number[] {
  return replies.map(({ id }) => id);
}
