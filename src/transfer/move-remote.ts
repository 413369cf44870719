import { existsSync, renameSync } from "node:fs";
import type { Context } from "../kernel/context.ts";
import type { DirectoryMove } from "../kernel/directory-move.ts";
import { findRemote, remoteDirectory, saveRemote } from "./remote/project-remote.ts";
import { noteSyncActivity } from "./remote/sync-activity.ts";

/**
 * Goes on with what this machine knows of the remote of a project whose directory was renamed, and of its pushes. Can be
 * repeated after a crash at any point.
 */
export function moveRemote(ctx: Pick<Context, "paths">, { from, to }: DirectoryMove): void {
  const [old, renamed] = [remoteDirectory(ctx, from), remoteDirectory(ctx, to)];
  if (existsSync(old) && !existsSync(renamed)) renameSync(old, renamed);
  if (!existsSync(renamed)) return;
  const remote = findRemote(ctx, to);
  if (remote) saveRemote(ctx, { ...remote, projectRoot: to });
  noteSyncActivity(ctx, to, {});
}
