import type { AgentEvent, EventOf } from "../kernel/agent/agent-event.ts";
import type { Effect, EventHandler, EventScope } from "../kernel/event-handler.ts";
import type { Checkpoint } from "../kernel/record.ts";
import type { SnapshotMoment } from "../kernel/snapshot.ts";

type CapturedEvent = EventOf<
  "session_start" | "user_prompt_submit" | "tool_use" | "agent_stop" | "pre_compact" | "session_end"
>;

/** Has the files captured whenever a session has changed them, or is about to be changed itself. Delays no hook. */
export const requestSnapshot: EventHandler<CapturedEvent> = {
  name: "requestSnapshot",
  kinds: ["session_start", "user_prompt_submit", "tool_use", "agent_stop", "pre_compact", "session_end"],
  handle({ config }, scope) {
    const saved = savedCheckpoint(scope);
    const moment = config.snapshots.enabled ? momentOf(scope.event, saved) : undefined;
    if (moment === undefined) return { scope };
    const { id: session, agent, worktree, promptCount, gitHead, gitBranch } = scope.session;
    const request = {
      moment,
      worktree,
      session,
      agent,
      turn: promptCount,
      checkpoint: saved?.id ?? null,
      name: null,
      gitHead,
      gitBranch,
      at: scope.event.at,
    };
    return { scope, effects: [{ type: "request_snapshot", request }] };
  },
};

function momentOf(event: CapturedEvent, saved: Checkpoint | undefined): SnapshotMoment | undefined {
  switch (event.kind) {
    case "session_start":
      return "session_start";
    case "user_prompt_submit":
      return event.fromClient ? "during_turn" : "prompt";
    case "tool_use":
      return momentOfTool(event, saved);
    case "agent_stop":
      return "turn_end";
    // Some clients send this before every call of a model.
    case "pre_compact":
      return saved ? "pre_compact" : undefined;
    case "session_end":
      return "session_end";
  }
}

function momentOfTool(event: EventOf<"tool_use">, saved: Checkpoint | undefined): SnapshotMoment | undefined {
  if (saved?.trigger === "before_risk") return "before_risk";
  return mayChangeFiles(event) ? "during_turn" : undefined;
}

function mayChangeFiles({ facts, inTranscript, command }: EventOf<"tool_use">): boolean {
  if (inTranscript || command !== undefined) return true;
  return facts.some(({ type }) => type === "file_changed" || type === "command_run");
}

/** The checkpoint that this event saves, to which the files belong. */
function savedCheckpoint({ effects, session }: EventScope<AgentEvent>): Checkpoint | undefined {
  return effects
    .filter(
      (effect): effect is Extract<Effect, { type: "save_checkpoint" }> => effect.type === "save_checkpoint",
    )
    .map(({ checkpoint }) => checkpoint)
    .findLast(({ sessionId }) => sessionId === session.id);
}
