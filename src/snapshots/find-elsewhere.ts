import { existsSync } from "node:fs";
import type { Context } from "../kernel/context.ts";
import type { SnapshotStore } from "../kernel/ports/snapshots.ts";
import type { Snapshot } from "../kernel/snapshot.ts";
import { readTurnWorktrees } from "./turn-worktrees.ts";

const MOST = 5;

interface Wanted {
  sessions: ReadonlySet<string | null>;
  since: number;
}

type SearchDeps = Pick<Context, "store" | "snapshots" | "workspace">;

/** The other worktrees, if they are still there, of this repository or another one, where turns of some sessions changed files since a time. */
export async function findElsewhere(
  ctx: SearchDeps,
  store: Pick<SnapshotStore, "worktree" | "listElsewhere">,
  { sessions, since }: Wanted,
): Promise<string[]> {
  const found = [...(await store.listElsewhere()), ...(await listInOtherProjects(ctx, store, sessions))]
    .filter(
      ({ createdAt, turns }) => createdAt >= since && turns.some(({ session }) => sessions.has(session)),
    )
    .map(({ worktree }) => worktree);
  return [...new Set(found.toReversed())].filter((worktree) => existsSync(worktree)).slice(0, MOST);
}

/** The newest snapshots of other repositories, of those where the newest turns worked. */
async function listInOtherProjects(
  { store, snapshots, workspace }: SearchDeps,
  { worktree: here }: Pick<SnapshotStore, "worktree">,
  sessions: Wanted["sessions"],
): Promise<Snapshot[]> {
  const { projectRoot: own } = await workspace.locate(here);
  const roots = new Map<string, string>();
  for (const id of sessions)
    for (const worktree of await listWorktrees(store, id)) {
      const { projectRoot } = await workspace.locate(worktree);
      if (projectRoot !== own) roots.set(worktree, projectRoot);
    }
  const places = [...roots].map(([worktree, projectRoot]) => ({ worktree, projectRoot }));
  const lists = await Promise.all(places.map((place) => snapshots.read(place, (each) => each.list())));
  return lists.flatMap((list) => list ?? []);
}

async function listWorktrees(store: SearchDeps["store"], id: string | null): Promise<readonly string[]> {
  const session = id === null ? undefined : await store.getSession(id);
  if (!session) return [];
  const { working, left } = readTurnWorktrees({ session, capture: session.capture });
  return [...working, ...left, session.worktree];
}
