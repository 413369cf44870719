import { existsSync } from "node:fs";
import type { SnapshotStore } from "../kernel/ports/snapshots.ts";

const MOST = 5;

/** The other worktrees of the project, if they are still there, where turns of some sessions changed files since a time. */
export async function findElsewhere(
  store: Pick<SnapshotStore, "listElsewhere">,
  { sessions, since }: { sessions: ReadonlySet<string | null>; since: number },
): Promise<string[]> {
  const found = (await store.listElsewhere())
    .filter(
      ({ createdAt, turns }) => createdAt >= since && turns.some(({ session }) => sessions.has(session)),
    )
    .map(({ worktree }) => worktree);
  return [...new Set(found.toReversed())].filter((worktree) => existsSync(worktree)).slice(0, MOST);
}
