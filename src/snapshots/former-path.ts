import { basename, dirname, join } from "node:path";
import { namesIn } from "../files/read-small-file.ts";
import type { SnapshotStore } from "../kernel/ports/snapshots.ts";
import { explainNotFound } from "./restore-target.ts";
import { identifyWorktree } from "./worktree-identity.ts";
import { readState } from "./worktree-state.ts";

type Place = Pick<SnapshotStore, "directory" | "worktree" | "listElsewhere">;

/** Where the files of this directory were captured before `git worktree move`, for example; null if it was not moved. */
export async function findFormerPath(store: Place): Promise<string | null> {
  const here = identifyWorktree(store.worktree).directory;
  if (here === null) return null;
  const all = dirname(store.directory);
  const states = namesIn(all)
    .filter((name) => name !== basename(store.directory))
    .flatMap((name) => readState(join(all, name)) ?? [])
    .filter(({ identity }) => identity?.directory === here);
  if (states.length === 0) return null;
  const ids = new Set(states.map(({ latest }) => latest?.id));
  const found = (await store.listElsewhere()).findLast(({ id }) => ids.has(id))?.worktree;
  // A bind mount has the same directory at two paths.
  return found !== undefined && identifyWorktree(found).directory !== here ? found : null;
}

/** What is not found may have been captured under another path. */
export async function namingFormerPath<T>(store: Place, find: () => Promise<T>): Promise<T> {
  return await explainNotFound(find, async () => {
    const former = await findFormerPath(store);
    return former === null ? null : noteOfFormer(former);
  });
}

export function noteOfFormer(path: string): string {
  return `Before this directory was moved, its files were captured as ${path}. To see and restore what was captured then, move it back with \`git worktree move\`.`;
}
