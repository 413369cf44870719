import { readTranscriptTail } from "../capture/read-transcript-tail.ts";
import type { EventOf } from "../kernel/agent/agent-event.ts";
import type { Context } from "../kernel/context.ts";
import type { Effect, EventHandler, EventScope } from "../kernel/event-handler.ts";
import type { StoredCheckpoint } from "../kernel/storage/checkpoint-storage.ts";
import { bounded, oneLine } from "../text/bounded.ts";
import { isTurnWritten } from "./follow-branches.ts";
import { findMarks } from "./marks/session-marks.ts";

/** Marks our text for counters and capture (`sessions/system-text.ts`). */
const PREFIX = "[holdfast rewind]";
/** Reminders of one mark in one turn of the user. */
const REMINDERS = 3;

/**
 * A stop while a mark is open is answered with a reminder, three times in a turn at most (W12, W13): then the turn ends, the mark
 * stays open, and the person learns of it. Each reminder is a delivery, so the count outlives every process; only a
 * person's prompt begins a new one.
 */
export const remindOpenMark: EventHandler<EventOf<"agent_stop">> = {
  name: "remindOpenMark",
  kinds: ["agent_stop"],
  async handle(ctx, scope) {
    if (!canRemind(ctx, scope)) return { scope };
    const { session } = scope;
    const changes = scope.effects.filter((effect) => effect.type === "abandon_checkpoint");
    const { open } = await findMarks(ctx.store, session, { changes });
    const mark = open.at(-1);
    if (!mark || !(await isOnBranch(ctx, scope, mark))) return { scope };
    const goal = bounded(oneLine(ctx.redactor.text(mark.digest ?? "")), 200);
    if ((await countReminders(ctx, scope, mark)) >= REMINDERS)
      return { scope, reply: { notice: notice(goal, mark) } };
    const reason = reminder(goal);
    return { scope, reply: { block: { reason } }, effects: [deliveryOf(ctx, scope, { mark, reason })] };
  },
};

/** Background work continues after a stop, and a missed stop is too late for a reminder. */
function canRemind(
  { config, agents }: Context,
  { event, awaited, isSynthetic }: EventScope<EventOf<"agent_stop">>,
): boolean {
  const { blockStop = false, hasOwnRewind = false } =
    agents.find(({ name }) => name === event.agent)?.capabilities ?? {};
  const canBlock = blockStop && !hasOwnRewind;
  return config.rewind.enabled && canBlock && awaited && !isSynthetic && event.backgroundTasks === 0;
}

/**
 * A mark from before this turn may be on a branch that the person has left with this turn's prompt: only a transcript that has
 * the turn shows it. A reminder a turn later is better than one about a mark that is gone.
 */
async function isOnBranch(
  ctx: Context,
  { event, session, capture, transcripts }: EventScope<EventOf<"agent_stop">>,
  { createdAt }: StoredCheckpoint,
): Promise<boolean> {
  if (createdAt >= (session.lastPromptAt ?? 0)) return true;
  return isTurnWritten(await readTranscriptTail(ctx, transcripts, { ...session, capture }), event);
}

async function countReminders(
  { store }: Pick<Context, "store">,
  { session }: EventScope,
  { id, createdAt }: StoredCheckpoint,
): Promise<number> {
  const since = session.lastPromptAt ?? createdAt;
  const deliveries = await store.listDeliveries(session.id, since);
  return deliveries.filter(({ channel, checkpointId }) => channel === "agent_stop" && checkpointId === id)
    .length;
}

function reminder(goal: string): string {
  return `${PREFIX} The checkpoint "${goal}" is still open. Call rewind with a concise report of your findings, then finish your turn. If the user has to answer something first, put the question into the report and ask it after the rewind.`;
}

function notice(goal: string, { id }: StoredCheckpoint): string {
  return `Holdfast: the checkpoint "${goal}" is still open; the agent was reminded ${REMINDERS} times. Ask it to rewind, or close it with \`holdfast delete ${id}\`.`;
}

function deliveryOf(
  ctx: Context,
  { event, session }: EventScope,
  { mark, reason }: { mark: StoredCheckpoint; reason: string },
): Effect {
  return {
    type: "record_delivery",
    delivery: {
      id: ctx.newId("dlv"),
      sessionId: session.id,
      incarnation: session.incarnation,
      checkpointId: mark.id,
      channel: "agent_stop",
      chars: reason.length,
      at: event.at,
    },
  };
}
