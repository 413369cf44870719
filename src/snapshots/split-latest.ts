import type { Context } from "../kernel/context.ts";
import type { FileChange, SnapshotStore } from "../kernel/ports/snapshots.ts";
import type { Turn } from "../kernel/snapshot.ts";
import { isLive } from "../sessions/is-live.ts";
import type { Step } from "./change-owners.ts";
import { lastChange } from "./last-change.ts";
import type { WorktreeState } from "./worktree-state.ts";

/** Who wrote to a file later than this after the last event of a session that died, was not that session. */
const LATE_MS = 60_000;

/** Changes since the last snapshot belong to the turns that are running, as far as their agents were still alive. */
export async function splitLatest(
  ctx: Pick<Context, "store" | "clock" | "processes">,
  store: Pick<SnapshotStore, "worktree">,
  { before, changes, state }: { before: string; changes: readonly FileChange[]; state: WorktreeState },
): Promise<Step[]> {
  const { latest, running } = state;
  const until = await findSilence(ctx, running);
  const isLate = ({ path, after }: FileChange) =>
    until !== undefined && after !== null && lastChange(store.worktree, path) > until + LATE_MS;
  const previous = latest?.id ?? null;
  return [
    { snapshot: { previous, turns: running }, before, changes: changes.filter((one) => !isLate(one)) },
    { snapshot: { previous, turns: [] }, before, changes: changes.filter(isLate) },
  ];
}

/** The time of the last event if none of these sessions is alive. */
async function findSilence(
  ctx: Pick<Context, "store" | "clock" | "processes">,
  running: readonly Turn[],
): Promise<number | undefined> {
  let last: number | undefined;
  for (const { session: id } of running) {
    const session = await ctx.store.getSession(id);
    if (!session) continue;
    const now = ctx.clock();
    if (isLive(session, { processes: ctx.processes, now, asking: { ...session, pid: null } }))
      return undefined;
    last = Math.max(last ?? 0, session.lastSeenAt);
  }
  return last;
}
