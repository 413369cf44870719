import { newestDecided } from "../capture/newest-decided.ts";
import type { EventOf } from "../kernel/agent/agent-event.ts";
import type { Context } from "../kernel/context.ts";
import type { Effect, EventHandler, EventScope } from "../kernel/event-handler.ts";
import type { Checkpoint } from "../kernel/record.ts";
import type { SnapshotMoment, SnapshotRequest } from "../kernel/snapshot.ts";
import { isToolUse, planRequests, type ToolUse } from "./plan-requests.ts";
import { isRepository, writeTurnWorktrees } from "./turn-worktrees.ts";

const KINDS = [
  "session_start",
  "user_prompt_submit",
  "tool_use",
  "subagent_tool_use",
  "agent_stop",
  "turn_failure",
  "pre_compact",
  "session_end",
] as const;
type CapturedEvent = EventOf<(typeof KINDS)[number]>;

/** Within this time, the request says well enough when its event happened. */
const SHORT_MS = 1_000;

/** Has the files captured whenever a session has changed them, or is about to be changed itself. Delays no hook. */
export const requestSnapshot: EventHandler<CapturedEvent> = {
  name: "requestSnapshot",
  kinds: KINDS,
  async handle(ctx, scope) {
    if (!ctx.config.snapshots.enabled) return { scope };
    // The files belong to the checkpoint that this event saves.
    const saved = newestDecided(scope.effects, scope.session.id);
    const { requests, ...worktrees } = await planRequests(ctx, scope, momentOf(scope.event, saved));
    const effects: Effect[] = [];
    for (const request of requests) {
      // Where a turn begins in its middle, the files are those after the event.
      const isArrival = (isToolUse(scope.event) && request.moment === "prompt") || undefined;
      const checkpoint = isArrival ? null : (saved?.id ?? null);
      const found = await describe(ctx, scope, { ...request, checkpoint, isArrival });
      if (found) effects.push({ type: "request_snapshot", request: found });
    }
    return { scope: { ...scope, capture: writeTurnWorktrees(scope, worktrees) }, effects };
  },
};

/** Undefined for a worktree that was deleted. */
async function describe(
  { workspace, store, clock }: Pick<Context, "workspace" | "store" | "clock">,
  { event, session }: EventScope<CapturedEvent>,
  asked: Pick<SnapshotRequest, "worktree" | "moment" | "checkpoint" | "isArrival">,
): Promise<SnapshotRequest | undefined> {
  const { id, agent, promptCount, gitHead, gitBranch } = session;
  // Where an earlier turn worked, its end is captured at the prompt of this one.
  const isEarlier = event.kind === "user_prompt_submit" && asked.moment === "session_start";
  const turn = isEarlier ? promptCount - 1 : promptCount;
  const isContinued = event.kind === "session_start" && event.source !== "compact";
  // The event itself is not stored yet.
  const lastSeenAt = isContinued ? (await store.getSession(id))?.lastSeenAt : undefined;
  const timed = { at: event.at, lastSeenAt, waited: longWait(clock() - event.at) };
  const signs = isEarlier ? { isAwaited: true } : signsOf(event);
  const common = { ...asked, session: id, agent, turn, name: null, ...timed, ...signs };
  if (asked.worktree === session.worktree) return { ...common, gitHead, gitBranch };
  const { worktree, head, branch } = await workspace.locate(asked.worktree);
  if (worktree !== asked.worktree || !isRepository({ head, branch })) return undefined;
  return { ...common, gitHead: head, gitBranch: branch };
}

function signsOf(event: CapturedEvent): Pick<SnapshotRequest, "resumes" | "bySubagent"> {
  if (event.kind === "subagent_tool_use") return { bySubagent: true };
  return event.kind === "user_prompt_submit" && event.fromClient ? { resumes: true } : {};
}

function longWait(waited: number): number | undefined {
  return waited > SHORT_MS ? waited : undefined;
}

const MOMENTS = {
  session_start: "session_start",
  agent_stop: "turn_end",
  turn_failure: "turn_end",
  session_end: "session_end",
} as const;

function momentOf(event: CapturedEvent, saved: Checkpoint | undefined): SnapshotMoment | undefined {
  if (isToolUse(event)) return momentOfTool(event, saved);
  if (event.kind === "user_prompt_submit") return event.fromClient ? "during_turn" : "prompt";
  // Some clients send this before every call of a model.
  if (event.kind === "pre_compact") return saved ? "pre_compact" : undefined;
  return MOMENTS[event.kind];
}

function momentOfTool(event: ToolUse, saved: Checkpoint | undefined): SnapshotMoment | undefined {
  if (saved?.trigger === "before_risk") return "before_risk";
  return mayChangeFiles(event) ? "during_turn" : undefined;
}

function mayChangeFiles({ facts, inTranscript, command }: ToolUse): boolean {
  if (inTranscript || command !== undefined) return true;
  return facts.some(({ type }) => type === "file_changed" || type === "command_run");
}
