import type { Context } from "../../kernel/context.ts";
import type { Session } from "../../kernel/record.ts";

/** Files that a session had on another machine. */
export interface ArrivedFiles {
  /** Its id, for `restore`. */
  snapshot: string;
  machine: string;
}

/**
 * The files that came along with a session and were not restored yet. Null if it is of this machine, or was already
 * continued here.
 */
export async function findArrivedFiles(
  { snapshots, workspace }: Pick<Context, "snapshots" | "workspace">,
  { id, machine, worktree }: Pick<Session, "id" | "machine" | "worktree">,
): Promise<ArrivedFiles | null> {
  if (machine === null) return null;
  const place = { ...(await workspace.locate(worktree)), worktree };
  const found = await snapshots.read(place, async (store) => {
    const last = (await store.listImported()).findLast(({ session }) => session === id);
    const isHere =
      last && (await store.list()).some(({ session, tree }) => session === id || tree === last.tree);
    return isHere ? undefined : last;
  });
  return found ? { snapshot: found.id, machine } : null;
}
