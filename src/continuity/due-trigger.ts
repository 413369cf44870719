import type { AgentEvent } from "../kernel/agent-event.ts";
import type { Config } from "../kernel/config.ts";
import type { Session, Trigger } from "../kernel/record.ts";

/**
 * Whether an event is the moment for a passive checkpoint: before a compaction, at the end (unless the user cleared or
 * never asked anything), every N prompts, and after enough time of work. Idle time makes nothing due by itself: only a
 * stop or prompt does, and only when something was asked since the last one.
 */
export function dueTrigger(
  event: AgentEvent,
  session: Session,
  limits: Config["continuity"],
): Trigger | undefined {
  if (session.promptCount === 0) return undefined;
  if (event.kind === "pre_compact") return "pre_compact";
  if (event.kind === "session_end") return event.reason === "clear" ? undefined : "session_end";
  return isPeriodic(event, session, limits) ? "periodic" : undefined;
}

function isPeriodic(event: AgentEvent, session: Session, limits: Config["continuity"]): boolean {
  if (event.kind === "user_prompt_submit") return session.promptsSinceCheckpoint >= limits.promptInterval;
  if (event.kind !== "agent_stop" || session.promptsSinceCheckpoint === 0) return false;
  return event.at - (session.lastCheckpointAt ?? session.startedAt) >= limits.timeIntervalMs;
}
