import type { FileChange, SnapshotStore } from "../kernel/ports/snapshots.ts";
import type { RawPath, Snapshot, SnapshotRequest, Turn } from "../kernel/snapshot.ts";
import { findOwners } from "./change-owners.ts";

/** Nobody goes back further, and each turn takes a comparison. */
const MAX_TURNS = 20;

interface Found {
  request: Pick<SnapshotRequest, "moment" | "session" | "turn">;
  /** What changed since the newest snapshot, and the tree with it. */
  changes: readonly FileChange[];
  tree: string;
}

/**
 * The turn before whose prompt all files that changed between two turns were as they are now, if it or a later turn of the
 * session had changed each of them. No agent announces that its own rewind restores files, but the next prompt follows.
 */
export async function findOwnRewind(
  store: Pick<SnapshotStore, "list" | "compare" | "comparePairs">,
  { request: { moment, session, turn }, changes, tree }: Found,
): Promise<number | null> {
  if (moment !== "prompt" || session === null || turn === null || changes.length === 0) return null;
  const paths = changes.map(({ path }) => path);
  return await findTurnBefore(store, { asked: { session, turn }, paths, tree });
}

async function findTurnBefore(
  store: Pick<SnapshotStore, "list" | "compare" | "comparePairs">,
  { asked, paths, tree }: { asked: Turn; paths: readonly RawPath[]; tree: string },
): Promise<number | null> {
  const { session } = asked;
  const timeline = await store.list();
  for (const begin of turnBeginnings(timeline, asked)) {
    const [differing = []] = await store.compare([timeline[begin.index]?.tree ?? tree, tree]);
    const others = new Set(differing.map(({ path }) => path));
    if (paths.some((path) => others.has(path))) continue;
    const isOwn = await isChangedBy(store, timeline.slice(begin.index), { session, paths });
    return isOwn ? begin.turn : null;
  }
  return null;
}

/** The newest snapshots before the turns of a session, newest first. Nobody knows of those that were deleted. */
function turnBeginnings(timeline: readonly Snapshot[], { session, turn: until }: Turn) {
  const found = new Map<number, number>();
  for (const [index, { turns, previous }] of timeline.entries())
    for (const each of turns)
      if (each.session === session && each.turn < until && !found.has(each.turn))
        if (previous === timeline[index - 1]?.id) found.set(each.turn, index - 1);
  return [...found]
    .map(([turn, index]) => ({ turn, index }))
    .toSorted((a, b) => b.turn - a.turn)
    .slice(0, MAX_TURNS);
}

/** Whether the session changed each of the paths since the first of the snapshots, and maybe others as well. */
async function isChangedBy(
  store: Pick<SnapshotStore, "comparePairs">,
  since: readonly Snapshot[],
  { session, paths }: { session: string; paths: readonly RawPath[] },
): Promise<boolean> {
  const later = since.slice(1);
  const pairs = later.map(({ tree }, index) => ({ from: since[index]?.tree ?? tree, to: tree }));
  const compared = await store.comparePairs(pairs);
  const owners = findOwners(
    later.map((snapshot, index) => ({
      snapshot,
      before: since[index]?.id ?? "",
      changes: compared[index]?.changes ?? [],
    })),
  );
  return paths.every((path) =>
    owners.get(path)?.some((owner) => owner.type === "session" && owner.session === session),
  );
}
