import type { AgentEvent, EventOf } from "../kernel/agent/agent-event.ts";
import { EMPTY_CAPTURE } from "../kernel/capture.ts";
import type { EventHandler } from "../kernel/event-handler.ts";
import { countFoundPrompts, foldTail } from "./fold-tail.ts";
import { readTranscriptTail } from "./read-transcript-tail.ts";

/** Folds the new part of the transcript into the capture. */
export const captureTranscript: EventHandler<
  EventOf<"agent_stop" | "branch_change" | "pre_compact" | "session_end" | "session_start" | "tool_use">
> = {
  name: "captureTranscript",
  kinds: ["agent_stop", "branch_change", "pre_compact", "session_end", "session_start", "tool_use"],
  async prepare(ctx, { event, session, transcripts }) {
    if (!isTranscriptRead(event)) return;
    const transcriptPath = event.transcriptPath ?? session?.transcriptPath ?? null;
    const { agent, cwd } = event;
    const capture = session?.capture ?? EMPTY_CAPTURE;
    await readTranscriptTail(ctx, { agent, transcriptPath, cwd, capture }, transcripts);
  },
  async handle(ctx, scope) {
    const { event, session, capture, transcripts } = scope;
    if (!isTranscriptRead(event)) return { scope };
    const tail = await readTranscriptTail(ctx, { ...session, capture }, transcripts);
    const folded = foldTail(tail, capture);
    return { scope: { ...scope, capture: folded, session: countFoundPrompts(session, capture, folded) } };
  },
};

/** Whether the transcript is complete at this event, or this may be the last chance to read it. */
export function isTranscriptRead(event: AgentEvent): boolean {
  if (event.kind === "tool_use") return event.inTranscript === true;
  return ["agent_stop", "branch_change", "pre_compact", "session_end", "session_start"].includes(event.kind);
}
