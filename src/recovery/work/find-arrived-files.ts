import type { Context } from "../../kernel/context.ts";
import type { SnapshotPlace } from "../../kernel/ports/snapshots.ts";
import type { Session } from "../../kernel/record.ts";
import type { Snapshot } from "../../kernel/snapshot.ts";

/** Files that a session had on another machine. */
export interface ArrivedFiles {
  /** Its id, for `restore`. */
  snapshot: string;
  machine: string;
}

/**
 * The files that came along with a session and were not restored yet. Null if it is of this machine, was already continued
 * here, or if the files here are the same.
 */
export async function findArrivedFiles(
  { snapshots, workspace }: Pick<Context, "snapshots" | "workspace">,
  { id, machine, worktree }: Pick<Session, "id" | "machine" | "worktree">,
): Promise<ArrivedFiles | null> {
  if (machine === null) return null;
  const place = { ...(await workspace.locate(worktree)), worktree };
  const found = await snapshots.read(place, async (store) => {
    const last = newestOf((await store.listImported()).filter(({ session }) => session === id));
    if (!last) return undefined;
    const own = await store.list();
    // What the session had here before they came is what it went on from on the other machine.
    const isHere = own.some(
      ({ session, tree, createdAt }) => createdAt >= last.createdAt && (session === id || tree === last.tree),
    );
    return isHere || own.at(-1)?.tree === last.tree ? undefined : last;
  });
  if (!found || (await isInTree(snapshots, place, found))) return null;
  return { snapshot: found.id, machine };
}

/** What cannot be captured is taken for different: a restore says why. */
async function isInTree(
  snapshots: Context["snapshots"],
  place: SnapshotPlace,
  { tree }: Snapshot,
): Promise<boolean> {
  try {
    return (await snapshots.use(place, (store) => store.capture())).tree === tree;
  } catch {
    return false;
  }
}

/** The one that came last; of those that came at once, the one that was taken last. */
function newestOf(snapshots: readonly Snapshot[]): Snapshot | undefined {
  return snapshots.toSorted((a, b) => a.createdAt - b.createdAt).at(-1);
}
