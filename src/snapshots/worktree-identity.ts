import { lstatSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";

/**
 * Tells a directory and its repository from others that are created at the same path later, and may have the same files.
 * Neither a rename nor a restart of the machine changes it.
 */
export const WorktreeIdentity = z.object({
  directory: z.string().nullable(),
  repository: z.string().nullable(),
});
export type WorktreeIdentity = z.infer<typeof WorktreeIdentity>;

export function identifyWorktree(worktree: string): WorktreeIdentity {
  return { directory: identify(worktree), repository: identify(join(worktree, ".git")) };
}

/** Where the file system does not know when it was created, its number has to do. It may be given to another one later. */
function identify(path: string): string | null {
  const stat = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  if (!stat) return null;
  return stat.birthtimeNs > 0n ? `created ${stat.birthtimeNs}` : `number ${stat.ino}`;
}

export function isSameDirectory(one: WorktreeIdentity | null, other: WorktreeIdentity): boolean {
  return one === null || isSame(one.directory, other.directory);
}

/** A directory that only became a repository, or is none any more, is still the same. */
export function isSameWorktree(one: WorktreeIdentity | null, other: WorktreeIdentity): boolean {
  return one === null || (isSameDirectory(one, other) && isSame(one.repository, other.repository));
}

/** What was not there, or was not noted, is no other one. */
function isSame(one: string | null, other: string | null): boolean {
  return one === null || other === null || one === other;
}
