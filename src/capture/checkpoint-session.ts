import type { AgentEvent, EventOf } from "../kernel/agent/agent-event.ts";
import type { Capture } from "../kernel/capture.ts";
import type { Config } from "../kernel/config/config.ts";
import type { EventHandler } from "../kernel/event-handler.ts";
import type { SessionSummary, Trigger } from "../kernel/record.ts";
import { buildSessionCheckpoint } from "./build-session-checkpoint.ts";
import { changedMuch } from "./changed-files.ts";

/** Makes a checkpoint if one is due. */
export const checkpointSession: EventHandler = {
  name: "checkpointSession",
  kinds: "all",
  async handle(ctx, scope) {
    const { event, session, capture, effects } = scope;
    const trigger = findDueTrigger(event, { session, capture }, ctx.config.continuity);
    if (!trigger) return { scope };
    const made = await buildSessionCheckpoint(ctx, { session, capture, trigger, at: event.at }, effects);
    return {
      scope: {
        ...scope,
        session: made.session,
        capture: made.capture,
      },
      effects: [made.effect],
    };
  },
};

/** Subagents that start within this time count as one handoff. */
const HANDOFF_MS = 10_000;

/**
 * Decides whether an automatic checkpoint is due: before a compaction, when work is handed to a subagent or comes back,
 * at the end (except after a clear), every N prompts, and after enough work time or enough changed files. Never before
 * the first prompt. Idle time does not count, since there is nothing new to save after a break.
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

/** Some agents report the same end several times. Only the first counts. */
function endTrigger({ reason, at }: EventOf<"session_end">, session: SessionSummary) {
  return reason === "clear" || session.endedAt !== at ? undefined : "session_end";
}

/** Whether the session is really about to be compacted, since some clients send this event before every model call. */
export function isCompaction(event: AgentEvent, { tokens }: Pick<Capture, "tokens">): boolean {
  if (event.kind !== "pre_compact") return false;
  return event.fromTokens === undefined || (tokens ?? 0) >= event.fromTokens;
}
