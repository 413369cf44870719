import type { AgentCapabilities } from "../kernel/agent/agent.ts";
import type { EventOf } from "../kernel/agent/agent-event.ts";
import type { Capture } from "../kernel/capture.ts";
import type { Context } from "../kernel/context.ts";
import type { EventHandler } from "../kernel/event-handler.ts";
import type { Delivery, SessionSummary } from "../kernel/record.ts";
import type { DeliveryStorage } from "../kernel/storage/delivery-storage.ts";
import type { SessionStorage } from "../kernel/storage/session-storage.ts";
import { recalledNotes } from "./recall-notes.ts";
import { lastWorkedAt } from "./record/last-worked-at.ts";

/** Marks the record as delivered. It is not delivered again as long as the client's history contains it. */
export function markDelivered(capture: Capture, at: number): Capture {
  const delivered = { at, compactions: capture.compactions, kept: false };
  return recalledNotes.write({ ...capture, delivered }, []);
}

/** When a turn ends, the client's history contains it, including what was delivered in it. */
export const keepDelivered: EventHandler<EventOf<"agent_stop">> = {
  name: "keepDelivered",
  kinds: ["agent_stop"],
  handle(_ctx, scope) {
    const { capture } = scope;
    if (capture.delivered === null) return { scope };
    return { scope: { ...scope, capture: { ...capture, delivered: { ...capture.delivered, kept: true } } } };
  },
};

/**
 * Whether a resumed conversation still contains its own facts, so that no record is needed: it was not compacted, or
 * its history has the turn in which the record was delivered after that. Also, no other session may have worked here
 * since. Matters because some clients, when run without a terminal, resume at every prompt.
 */
export async function stillRemembers(
  { store, agents }: Pick<Context, "agents"> & { store: SessionStorage },
  session: SessionSummary,
  capture: Capture,
): Promise<boolean> {
  const can = agents.find(({ name }) => name === session.agent)?.capabilities;
  if (!isWhole(capture, can)) return false;
  const { id, worktree } = session;
  const seenSince = capture.delivered?.at ?? lastWorkedAt(session, capture);
  const since = await store.listSessions({ worktree, seenSince, limit: 10 });
  return since.every((other) => other.id === id || other.promptCount === 0);
}

function isWhole({ delivered, compactions }: Capture, can: AgentCapabilities | undefined): boolean {
  if (!delivered) return compactions === 0 && can?.resumesFullHistory === true;
  return can?.losesInjectedContext !== true && delivered.kept && delivered.compactions === compactions;
}

const CHANNELS: readonly Delivery["channel"][] = ["session_start", "user_prompt_submit", "resume"];

/** The recoveries delivered to a session, oldest first. Excludes debriefs and the prompts of a restart. */
export async function listRecoveries(store: DeliveryStorage, sessionId: string): Promise<Delivery[]> {
  const deliveries = await store.listDeliveries(sessionId);
  return deliveries.filter(isRecovery);
}

/** Whether it carried a record of earlier work, as opposed to a debrief or a prompt. */
export function isRecovery({ channel }: Pick<Delivery, "channel">): boolean {
  return CHANNELS.includes(channel);
}
