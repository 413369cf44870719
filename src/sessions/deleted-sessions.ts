import { join } from "node:path";
import { appendToOwnFile, readOwnFile } from "../files/own-file.ts";
import { namesIn } from "../files/read-small-file.ts";
import type { Context } from "../kernel/context.ts";

const MAX_BYTES = 64 * 2 ** 20;

type DeletionDeps = Pick<Context, "paths">;

/**
 * Notes sessions of which nothing is left since a person or their age deleted it, so that the next push deletes them from the
 * remote too. Only this proves it: a session that is merely missing here may have been lost, and its copy in the remote
 * is then the last one.
 */
export function noteDeletedSessions(ctx: DeletionDeps, ids: readonly string[]): void {
  append(ctx, "deleted", ids);
}

/** Notes that something of deleted sessions was restored or added, so that losing it later is no deletion. */
export function noteKeptSessions(ctx: DeletionDeps, ids: readonly string[]): void {
  const deleted = ids.length === 0 ? new Set<string>() : readDeletedSessions(ctx);
  append(
    ctx,
    "kept",
    ids.filter((id) => deleted.has(id)),
  );
}

export function readDeletedSessions({ paths }: DeletionDeps): ReadonlySet<string> {
  const deleted = new Set<string>();
  for (const line of readOwnFile(fileIn(paths), MAX_BYTES)?.split("\n") ?? []) {
    const [what, id = ""] = line.split(" ");
    if (what === "deleted") deleted.add(id);
    else deleted.delete(id);
  }
  return deleted;
}

function append({ paths }: DeletionDeps, what: "deleted" | "kept", ids: readonly string[]): void {
  if (ids.length === 0 || namesIn(paths.remotes).length === 0) return;
  appendToOwnFile(fileIn(paths), ids.map((id) => `${what} ${id}\n`).join(""));
}

function fileIn({ remotes }: DeletionDeps["paths"]): string {
  return join(remotes, "deleted-sessions");
}
