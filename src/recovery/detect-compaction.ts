import { isTranscriptRead } from "../capture/capture-transcript.ts";
import { isCompaction } from "../capture/checkpoint-session.ts";
import { readTranscriptTail } from "../capture/read-transcript-tail.ts";
import type { EventOf } from "../kernel/agent/agent-event.ts";
import type { TranscriptTail } from "../kernel/agent/transcript.ts";
import type { Capture } from "../kernel/capture.ts";
import type { EventHandler } from "../kernel/event-handler.ts";

/**
 * A client that starts no session anew after a compaction gets the record with the next prompt. Runs before the transcript
 * is folded: afterwards nothing in it is new.
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
      ? await readTranscriptTail(ctx, transcripts, { ...session, capture })
      : undefined;
    const tokens = tail?.tokens ?? capture.tokens;
    const isKnown = event.kind === "post_compact" || isCompaction(event, { tokens });
    if (!isKnown && !hasForgotten(capture, tail)) return { scope };
    return { scope: { ...scope, session: { ...session, pendingRecovery: "compact" } } };
  },
};

/** A compaction that only the transcript shows. What was delivered after it is still remembered. */
function hasForgotten({ foldedTo, delivered }: Capture, tail: TranscriptTail | undefined): boolean {
  // The first read of an old transcript finds compactions of long ago.
  if (!tail || foldedTo === 0) return false;
  const compacted = tail.entries.findLast(({ type, at }) => type === "compaction" && at > foldedTo);
  return compacted !== undefined && (delivered === null || delivered.at < compacted.at);
}

/** Added to what the client asks its summarizer for, where it lets us. Our own record follows after the compaction. */
const INSTRUCTIONS =
  "Keep word for word in the summary: what the user demanded or ruled out, the latest request, open todos, decisions with their reasons, and commands that failed and still fail.";

export const instructSummary: EventHandler<EventOf<"pre_compact">> = {
  name: "instructSummary",
  kinds: ["pre_compact"],
  contextChars: () => INSTRUCTIONS.length,
  handle: (_ctx, scope) => ({ scope, reply: { context: INSTRUCTIONS } }),
};
