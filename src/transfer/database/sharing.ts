import { join } from "node:path";
import { ensurePrivateDirectory } from "../../files/private-directory.ts";
import { withExclusiveLock } from "../../files/with-exclusive-lock.ts";
import type { Context } from "../../kernel/context.ts";
import { findRemote, remoteDirectory } from "../remote/project-remote.ts";

/** What a machine may put of one session into the database, in pieces. Larger ones go in a bundle. */
export const MOST_PIECES = 512;
const WAIT_MS = 10_000;

type SharedDeps = Pick<Context, "paths" | "processes">;

/** What `push` and `pull` call the shared database where they name a remote. */
export const SHARED = "the shared database";

/** The id of this machine, if it shares the database and the project has no Git remote; else undefined. */
export function sharingHost(ctx: SharedDeps, projectRoot: string): string | undefined {
  const host = ctx.processes.host?.() ?? null;
  return host === null || findRemote(ctx, projectRoot) ? undefined : host;
}

/** Runs work in the directory for what goes to the database and comes from it, one process at a time. */
export async function inSharedDirectory<T>(
  ctx: SharedDeps,
  projectRoot: string,
  work: (directory: string) => Promise<T>,
): Promise<T> {
  ensurePrivateDirectory(ctx.paths.remotes);
  const directory = remoteDirectory(ctx, `shared ${projectRoot}`);
  ensurePrivateDirectory(directory);
  return await withExclusiveLock(join(directory, "lock"), WAIT_MS, () => work(directory));
}
