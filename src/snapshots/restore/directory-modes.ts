import { chmodSync } from "node:fs";
import { parentOf, statInside } from "../../files/raw-path.ts";
import type { CapturedFiles, SnapshotStore } from "../../kernel/ports/snapshots.ts";
import type { RawPath } from "../../kernel/snapshot.ts";
import { inDirectory } from "./open-directory.ts";
import type { DirectoryMode, RestorePlan } from "./plan-restore.ts";

type Moment = Pick<CapturedFiles, "permissions">;

/** Adds the permissions of the directories that the plan creates and deletes, as far as they are unusual. */
export async function addDirectoryModes(
  store: Pick<SnapshotStore, "readPermissions" | "worktree">,
  plan: RestorePlan,
  { target, now }: { target: Moment; now: Moment },
): Promise<RestorePlan> {
  const { steps, directories } = plan;
  const created = parentsOf([
    ...steps.filter(({ after }) => after !== null).map(({ path }) => path),
    ...directories.create.map((path) => `${path}/`),
  ]);
  const deleted = parentsOf(steps.filter(({ after }) => after === null).map(({ path }) => path));
  const modes = onlyMissing(store.worktree, await readModes(store, created, target));
  const deletedModes = await readModes(store, deleted, now);
  return { ...plan, directories: { ...directories, modes, deletedModes } };
}

/** Those that are still there keep what they have. */
export function onlyMissing(worktree: string, modes: readonly DirectoryMode[]): DirectoryMode[] {
  return modes.filter(({ path }) => !statInside(worktree, path)?.isDirectory());
}

/** The innermost come first, since their parents may let nobody in. */
export function setDirectoryModes(worktree: string, modes: readonly DirectoryMode[]): void {
  for (const { path, mode } of modes.toSorted((a, b) => (a.path < b.path ? 1 : -1))) {
    try {
      inDirectory(worktree, path, ({ inside }) => chmodSync(inside("."), mode));
    } catch {
      // Its files are back all the same, and only we can read them.
    }
  }
}

async function readModes(
  store: Pick<SnapshotStore, "readPermissions">,
  paths: ReadonlySet<RawPath>,
  { permissions }: Moment,
): Promise<DirectoryMode[]> {
  if (permissions === null || paths.size === 0) return [];
  const known = await store.readPermissions(permissions);
  return [...paths].flatMap((path) => {
    const mode = known.get(`${path}/`);
    return mode === undefined ? [] : [{ path, mode }];
  });
}

/** All directories that lead to the paths. */
function parentsOf(paths: readonly RawPath[]): Set<RawPath> {
  const parents = new Set<RawPath>();
  for (const path of paths)
    for (let at = parentOf(path); at !== "" && !parents.has(at); at = parentOf(at)) parents.add(at);
  return parents;
}
