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
  { promptInterval, timeIntervalMs }: Config["continuity"],
): Trigger | undefined {
  if (session.promptCount === 0) return undefined;
  switch (event.kind) {
    case "pre_compact":
      return "pre_compact";
    case "session_end":
      return event.reason === "clear" ? undefined : "session_end";
    case "user_prompt_submit":
      return session.promptsSinceCheckpoint >= promptInterval ? "periodic" : undefined;
    case "agent_stop": {
      const since = session.lastCheckpointAt ?? session.startedAt;
      const due = session.promptsSinceCheckpoint > 0 && event.at - since >= timeIntervalMs;
      return due ? "periodic" : undefined;
    }
    case "session_start":
    case "tool_use":
    case "post_compact":
    case "notification":
      return undefined;
  }
}
