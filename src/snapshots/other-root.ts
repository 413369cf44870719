import { existsSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Context } from "../kernel/context.ts";
import type { SnapshotPlace } from "../kernel/ports/snapshots.ts";
import { explainNotFound } from "./restore-target.ts";
import { isRealTurn } from "./running-turns.ts";

type SearchDeps = Pick<Context, "workspace" | "snapshots" | "caller">;

/**
 * Says where turns were captured while the worktree had another root: above it, if its `.git` was deleted since, or below
 * it, if a repository was created around that directory. Null if nothing was captured there.
 */
export async function noteOfOtherRoot(ctx: SearchDeps, { worktree }: SnapshotPlace): Promise<string | null> {
  for (const path of otherRoots(realpathSync.native(ctx.caller.cwd), worktree))
    if (await hasTurns(ctx, path)) {
      const [part] = await findParts(ctx, [path]);
      const first = part === undefined ? "" : ` after \`git init\`, since it is a part of ${worktree} now`;
      return `Turns were captured in ${path}: run the command there${first}.`;
    }
  return null;
}

/** What is not found may have been captured while another directory was the root. */
export async function namingOtherRoot<T>(
  ctx: SearchDeps,
  place: SnapshotPlace,
  find: () => Promise<T>,
): Promise<T> {
  return await explainNotFound(find, () => noteOfOtherRoot(ctx, place));
}

/** Which of the directories are only a part of a repository around them, so that a command in them is about that one. */
export async function findParts(
  { workspace }: Pick<Context, "workspace">,
  paths: readonly string[],
): Promise<string[]> {
  const parts: string[] = [];
  for (const path of paths) if ((await workspace.locate(path)).worktree !== path) parts.push(path);
  return parts;
}

/** Between a directory and the root of its worktree. Above, too, if that is no repository of its own. */
function otherRoots(cwd: string, worktree: string): string[] {
  const found: string[] = [];
  const isRepository = existsSync(join(worktree, ".git"));
  for (let at = cwd; ; at = dirname(at)) {
    if (at === worktree && isRepository) return found;
    if (at !== worktree) found.push(at);
    if (at === dirname(at)) return found;
  }
}

async function hasTurns({ snapshots }: SearchDeps, path: string): Promise<boolean> {
  const place = { projectRoot: path, worktree: path };
  const timeline = (await snapshots.read(place, (store) => store.list())) ?? [];
  return timeline.some(({ turns }) => turns.some(isRealTurn));
}
