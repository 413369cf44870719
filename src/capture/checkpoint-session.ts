import type { AgentEvent, EventOf } from "../kernel/agent/agent-event.ts";
import type { Capture } from "../kernel/capture.ts";
import type { Config } from "../kernel/config/config.ts";
import type { EventHandler } from "../kernel/event-handler.ts";
import type { SessionSummary, Trigger } from "../kernel/record.ts";
import { changedMuch } from "./changed-files.ts";
import { checkpointCapture } from "./checkpoint-capture.ts";

/** Makes the checkpoint that is due, and resets what is counted from one to the next. */
export const checkpointSession: EventHandler = {
  name: "checkpointSession",
  kinds: "all",
  async handle(ctx, scope) {
    const { event, session, capture, effects } = scope;
    const trigger = findDueTrigger(event, { session, capture }, ctx.config.continuity);
    if (!trigger) return { scope };
    const made = await checkpointCapture(ctx, { session, capture, trigger, at: event.at }, effects);
    return {
      scope: {
        ...scope,
        session: made.session,
        capture: { ...capture, activeMs: 0, queries: [], remembered: [], checkpointedAt: event.at },
      },
      effects: [made.effect],
    };
  },
};

/** Subagents that start together are one handoff. */
const HANDOFF_MS = 10_000;

/**
 * Whether an event is the moment for a passive checkpoint: before a compaction, when work goes to a subagent or comes back, at the end (unless the user cleared or
 * never asked anything), every N prompts, and after enough time of work or enough changed files.
 * Idle time does not count: after a break there is nothing new to keep.
 */
function findDueTrigger(
  event: AgentEvent,
  { session, capture }: { session: SessionSummary; capture: Capture },
  limits: Config["continuity"],
): Trigger | undefined {
  if (session.promptCount === 0) return undefined;
  if (isCompaction(event, capture)) return "pre_compact";
  if (event.kind === "session_end") return endTrigger(event, session);
  if (event.kind === "subagent")
    return event.at - capture.checkpointedAt >= HANDOFF_MS ? "handoff" : undefined;
  if (event.kind === "user_prompt_submit" && session.promptsSinceCheckpoint >= limits.promptInterval)
    return "periodic";
  if (capture.activeMs >= limits.timeIntervalMs) return "periodic";
  return changedMuch(event, { session, capture }, limits) ? "file_change" : undefined;
}

/** Some agents report one end several times: the first counts. */
function endTrigger({ reason, at }: EventOf<"session_end">, session: SessionSummary) {
  return reason === "clear" || session.endedAt !== at ? undefined : "session_end";
}

/** Whether a session is about to be compacted: some clients say so before every call of the model. */
export function isCompaction(event: AgentEvent, { tokens }: Pick<Capture, "tokens">): boolean {
  if (event.kind !== "pre_compact") return false;
  return event.fromTokens === undefined || (tokens ?? 0) >= event.fromTokens;
}
