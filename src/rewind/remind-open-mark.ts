import { readTranscriptTail } from "../capture/read-transcript-tail.ts";
import type { EventOf } from "../kernel/agent/agent-event.ts";
import type { Context } from "../kernel/context.ts";
import type { Effect, EventHandler, EventScope } from "../kernel/event-handler.ts";
import type { StoredCheckpoint } from "../kernel/storage/checkpoint-storage.ts";
import { bounded, oneLine } from "../text/bounded.ts";
import { isTurnWritten } from "./follow-branches.ts";
import { findMarks } from "./marks/session-marks.ts";

/** Identifies our text for counters and capture (`sessions/system-text.ts`). */
const PREFIX = "[holdfast rewind]";
/** Maximum number of reminders of a mark per turn. */
const REMINDERS = 3;

/**
 * Answers a stop with a reminder while a mark is open, at most three times per turn (W12, W13). After that the turn
 * ends, the mark remains open and the person is notified. Reminders are stored as deliveries, so that the count
 * survives a restart. Only a person's prompt starts a new turn.
 */
export const remindOpenMark: EventHandler<EventOf<"agent_stop">> = {
  name: "remindOpenMark",
  kinds: ["agent_stop"],
  // The next stop decides again.
  ifLost: "drop",
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
    return { scope, reply: { block: { reason } }, effects: [createDelivery(ctx, scope, { mark, reason })] };
  },
};

/** No reminder while background work continues, or for a stop that was detected too late. */
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
 * Whether the mark is certainly on the live branch. The person may have left the branch of an older mark with this
 * turn's prompt, which shows only once the turn is in the transcript. A late reminder is better than one about an
 * abandoned mark.
 */
async function isOnBranch(
  ctx: Context,
  { event, session, capture, transcripts }: EventScope<EventOf<"agent_stop">>,
  { createdAt }: StoredCheckpoint,
): Promise<boolean> {
  if (createdAt >= (session.lastPromptAt ?? 0)) return true;
  return isTurnWritten(await readTranscriptTail(ctx, { ...session, capture }, transcripts), event);
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

function createDelivery(
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
