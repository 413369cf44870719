import { isTranscriptRead } from "../capture/capture-transcript.ts";
import { isCompaction } from "../capture/checkpoint-session.ts";
import { readTranscriptTail } from "../capture/read-transcript-tail.ts";
import type { EventOf } from "../kernel/agent/agent-event.ts";
import type { TranscriptTail } from "../kernel/agent/transcript.ts";
import type { Capture } from "../kernel/capture.ts";
import type { EventHandler } from "../kernel/event-handler.ts";

/**
 * Makes recovery pending after a compaction, for clients that do not start a new session then. The next prompt delivers
 * it. Must run before the transcript is folded, which makes its entries old.
 */
export const detectCompaction: EventHandler<
  EventOf<"session_start" | "tool_use" | "agent_stop" | "pre_compact" | "post_compact" | "session_end">
> = {
  name: "detectCompaction",
  kinds: ["session_start", "tool_use", "agent_stop", "pre_compact", "post_compact", "session_end"],
  async handle(ctx, scope) {
    const { event, session, capture, transcripts } = scope;
    const agent = ctx.agents.find(({ name }) => name === event.agent);
    if (agent?.capabilities.startsAfterCompaction) return { scope };
    const tail = isTranscriptRead(event)
      ? await readTranscriptTail(ctx, { ...session, capture }, transcripts)
      : undefined;
    const tokens = tail?.tokens ?? capture.tokens;
    const isKnown = event.kind === "post_compact" || isCompaction(event, { tokens });
    if (!isKnown && !hasForgotten(capture, tail)) return { scope };
    return { scope: { ...scope, session: { ...session, pendingRecovery: "compact" } } };
  },
};

/** Whether the transcript shows a compaction that no event reported, and no record was delivered after it. */
function hasForgotten({ foldedTo, delivered }: Capture, tail: TranscriptTail | undefined): boolean {
  // The first read of an old transcript finds old compactions.
  if (!tail || foldedTo === 0) return false;
  const compacted = tail.entries.findLast(({ type, at }) => type === "compaction" && at > foldedTo);
  return compacted !== undefined && (delivered === null || delivered.at < compacted.at);
}

/** Added to the client's instructions for the summary, if it allows that. Our record follows after the compaction. */
const INSTRUCTIONS =
  "Keep word for word in the summary: what the user demanded or ruled out, the latest request, open todos, decisions with their reasons, and commands that failed and still fail.";

export const instructSummary: EventHandler<EventOf<"pre_compact">> = {
  name: "instructSummary",
  kinds: ["pre_compact"],
  contextChars: () => INSTRUCTIONS.length,
  ifLost: "drop",
  handle: (_ctx, scope) => ({ scope, reply: { context: INSTRUCTIONS } }),
};
