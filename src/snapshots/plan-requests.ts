import type { AgentEvent, EventOf } from "../kernel/agent/agent-event.ts";
import type { Context } from "../kernel/context.ts";
import type { EventScope } from "../kernel/event-handler.ts";
import type { SnapshotMoment } from "../kernel/snapshot.ts";
import { namedWorktrees, readTurnWorktrees, type TurnWorktrees, worktreeOf } from "./turn-worktrees.ts";

export interface RequestPlan extends TurnWorktrees {
  /** The worktrees whose files are captured, and why. */
  requests: { worktree: string; moment: SnapshotMoment }[];
}

export type ToolUse = EventOf<"tool_use" | "subagent_tool_use">;
type ActionEvent = ToolUse | EventOf<"user_prompt_submit">;

export function isToolUse(event: AgentEvent): event is ToolUse {
  return event.kind === "tool_use" || event.kind === "subagent_tool_use";
}

type PlanningDeps = Pick<Context, "workspace">;
type RequestScope = Pick<EventScope<AgentEvent>, "event" | "session" | "capture">;

/** A session that worked in more worktrees than this has forgotten the first of them. */
const MAX_LEFT = 5;

/**
 * Where files are captured at a moment of a session: in the worktrees in which its turn works. A turn that comes to
 * another one begins there with what it finds, and ends in all of them.
 */
export async function planRequests(
  ctx: PlanningDeps,
  scope: RequestScope,
  moment: SnapshotMoment | undefined,
): Promise<RequestPlan> {
  const { event, session } = scope;
  const found = readTurnWorktrees(scope);
  const { working, left } = found;
  if (event.kind === "user_prompt_submit" || isToolUse(event))
    return moment === "prompt"
      ? beginTurn([...left, ...working, session.worktree], await worktreeOf(ctx, scope))
      : await followAction(ctx, { ...scope, event }, { ...found, moment });
  if (moment === undefined) return { requests: [], ...found };
  const isOver = event.kind === "session_start" && event.source !== "compact";
  const requests = unique([...working, session.worktree])
    .filter((worktree) => working.includes(worktree) || isOver)
    .map((worktree) => ({ worktree, moment }));
  if (!isOver) return { requests, ...found };
  return {
    requests,
    working: [session.worktree],
    left: withoutHome([...left, ...working], session.worktree),
  };
}

/** What an earlier turn left running elsewhere ends. The files there and where the session began are captured, as it may return. */
function beginTurn(others: readonly string[], here: string): RequestPlan {
  const left = withoutHome(others, here);
  const ended = left.map((worktree) => ({ worktree, moment: "session_start" as const }));
  return { requests: [{ worktree: here, moment: "prompt" }, ...ended], working: [here], left };
}

function withoutHome(worktrees: readonly string[], home: string): string[] {
  return unique(worktrees)
    .filter((worktree) => worktree !== home)
    .slice(-MAX_LEFT);
}

async function followAction(
  ctx: PlanningDeps,
  { event, session }: Pick<RequestScope, "session"> & { event: ActionEvent },
  { working, left, moment }: TurnWorktrees & { moment: SnapshotMoment | undefined },
): Promise<RequestPlan> {
  const here = await worktreeOf(ctx, { event, session });
  const named = isToolUse(event) ? await namedWorktrees(ctx, { event, session }) : [];
  const requests = unique([here, ...named]).flatMap((worktree) => {
    const isKnown = [session.worktree, ...working, ...left].includes(worktree);
    if (!isKnown) return [{ worktree, moment: "prompt" as const }];
    return moment === undefined ? [] : [{ worktree, moment }];
  });
  return { requests, working: unique([...working, ...requests.map(({ worktree }) => worktree)]), left };
}

function unique(worktrees: readonly string[]): string[] {
  return [...new Set(worktrees)];
}
