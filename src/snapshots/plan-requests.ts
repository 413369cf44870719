import type { AgentEvent, EventOf } from "../kernel/agent/agent-event.ts";
import type { Context } from "../kernel/context.ts";
import type { EventScope } from "../kernel/event-handler.ts";
import type { SnapshotMoment } from "../kernel/snapshot.ts";
import { namedWorktrees, readTurnWorktrees, worktreeOf } from "./turn-worktrees.ts";

export interface RequestPlan {
  /** The worktrees whose files are captured, and why. */
  requests: { worktree: string; moment: SnapshotMoment }[];
  /** Those in which the turn works from now on. */
  working: readonly string[];
}

type PlanningDeps = Pick<Context, "workspace">;
type RequestScope = Pick<EventScope<AgentEvent>, "event" | "session" | "capture">;

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
  const working = readTurnWorktrees(scope);
  if (event.kind === "user_prompt_submit" || event.kind === "tool_use")
    return moment === "prompt"
      ? beginTurn([...working, session.worktree], await worktreeOf(ctx, scope))
      : await followAction(ctx, { ...scope, event }, { working, moment });
  if (moment === undefined) return { requests: [], working };
  const isOver = event.kind === "session_start" && event.source !== "compact";
  return {
    requests: unique([...working, session.worktree])
      .filter((worktree) => working.includes(worktree) || isOver)
      .map((worktree) => ({ worktree, moment })),
    working: isOver ? [session.worktree] : working,
  };
}

/** What an earlier turn left running elsewhere ends. The files where the session began are captured, as it may return. */
function beginTurn(others: readonly string[], here: string): RequestPlan {
  const left = unique(others).filter((worktree) => worktree !== here);
  const ended = left.map((worktree) => ({ worktree, moment: "session_start" as const }));
  return { requests: [{ worktree: here, moment: "prompt" }, ...ended], working: [here] };
}

async function followAction(
  ctx: PlanningDeps,
  { event, session }: Pick<RequestScope, "session"> & { event: EventOf<"user_prompt_submit" | "tool_use"> },
  { working, moment }: { working: readonly string[]; moment: SnapshotMoment | undefined },
): Promise<RequestPlan> {
  const here = await worktreeOf(ctx, { event, session });
  const named = event.kind === "tool_use" ? await namedWorktrees(ctx, { event, session }) : [];
  const requests = unique([here, ...named]).flatMap((worktree) => {
    const isKnown = worktree === session.worktree || working.includes(worktree);
    if (!isKnown) return [{ worktree, moment: "prompt" as const }];
    return moment === undefined ? [] : [{ worktree, moment }];
  });
  return { requests, working: unique([...working, ...requests.map(({ worktree }) => worktree)]) };
}

function unique(worktrees: readonly string[]): string[] {
  return [...new Set(worktrees)];
}
