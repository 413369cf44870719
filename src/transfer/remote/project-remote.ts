import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { readOwnFile, writeOwnFile } from "../../files/own-file.ts";
import { ensurePrivateDirectory } from "../../files/private-directory.ts";
import { namesIn } from "../../files/read-small-file.ts";
import type { Context } from "../../kernel/context.ts";
import { HoldfastError } from "../../kernel/errors.ts";
import { tryParseJson } from "../../text/json-text.ts";

const FILE = "remote.json";

/** The one place to which the sessions of a project may go, and the keys for what is stored there. */
const ProjectRemote = z.object({
  url: z.string(),
  projectRoot: z.string(),
  addedAt: z.number(),
  /** For whom sessions are encrypted. */
  recipients: z.array(z.string()).min(1),
  /** The secret key that came from the remote; null if the person's own key is used. */
  key: z.string().nullable(),
  /** The file with the person's own secret key, which is needed for pulling. */
  identity: z.string().nullable(),
});
export type ProjectRemote = z.infer<typeof ProjectRemote>;

type RemoteDeps = Pick<Context, "paths">;

/** The directory with what this machine knows of the remote of a project. */
export function remoteDirectory({ paths }: RemoteDeps, projectRoot: string): string {
  return join(paths.remotes, createHash("sha256").update(projectRoot).digest("hex").slice(0, 24));
}

export function findRemote(ctx: RemoteDeps, projectRoot: string): ProjectRemote | undefined {
  const text = readOwnFile(fileOf(ctx, projectRoot));
  return text === undefined ? undefined : ProjectRemote.parse(tryParseJson(text));
}

/** The remotes of all projects of this machine. */
export function listRemotes({ paths }: RemoteDeps): ProjectRemote[] {
  return namesIn(paths.remotes).flatMap((name) => {
    const text = readOwnFile(join(paths.remotes, name, FILE));
    const read = ProjectRemote.safeParse(text === undefined ? undefined : tryParseJson(text));
    return read.success ? [read.data] : [];
  });
}

/** Throws `not_found` if no remote was named: nothing ever goes to another place. */
export function requireRemote(ctx: RemoteDeps, projectRoot: string): ProjectRemote {
  const remote = findRemote(ctx, projectRoot);
  if (remote) return remote;
  throw new HoldfastError("not_found", "This project has no remote.", {
    next: "Name one: `holdfast remote add <git@…|https://…|/path>`.",
  });
}

export function saveRemote(ctx: RemoteDeps, remote: ProjectRemote): void {
  ensurePrivateDirectory(ctx.paths.remotes);
  ensurePrivateDirectory(remoteDirectory(ctx, remote.projectRoot));
  writeOwnFile(fileOf(ctx, remote.projectRoot), JSON.stringify(remote), { durable: true });
}

/**
 * Forgets the remote with its keys. What this machine knows of the sessions stays: without it, a later pull would take
 * work of this machine for that of another one.
 */
export function forgetRemote(ctx: RemoteDeps, projectRoot: string): void {
  rmSync(fileOf(ctx, projectRoot), { force: true });
}

function fileOf(ctx: RemoteDeps, projectRoot: string): string {
  return join(remoteDirectory(ctx, projectRoot), FILE);
}
