import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { writeOwnFile } from "../../files/own-file.ts";
import { ensurePrivateDirectory } from "../../files/private-directory.ts";
import { namesIn, readSmallFile } from "../../files/read-small-file.ts";
import type { SnapshotPlace } from "../../kernel/ports/snapshots.ts";
import { findRepository, type Repository } from "../find-repository.ts";
import { readProjectFile, writeProjectFile } from "./project-file.ts";
import type { GitPlace } from "./run-git.ts";

/** The files of one project's store. */
export interface StoreLayout extends GitPlace {
  /** What belongs to the worktree: the private index, its ignore rules, the journals of restores. */
  directory: string;
  lock: string;
  repository: Repository | undefined;
  /** The user's index, if there is one that names objects as our store does. */
  userIndex: string | undefined;
  /** How objects are named. It stays, also if the repository is replaced by one with the other format. */
  hash: "sha1" | "sha256";
}

/** No conversion of any kind: this file has precedence over every `.gitattributes`. */
const ATTRIBUTES = "* -text -eol -ident -filter -working-tree-encoding\n";

/** Of a bare repository of ours, which has no branches. */
export const HEAD = "ref: refs/heads/none\n";
const DIRECTORIES = ["objects", "objects/info", "objects/pack", "refs", "info", "holdfast"];
const SHA1 = "[core]\n\trepositoryformatversion = 0\n\tbare = true\n";
const SHA256 =
  "[core]\n\trepositoryformatversion = 1\n\tbare = true\n[extensions]\n\tobjectformat = sha256\n";
/** The configuration of a bare repository. */
export const CONFIG = { sha1: SHA1, sha256: SHA256 };

export function layoutOf(
  snapshots: string,
  place: SnapshotPlace,
  searchPath: string,
  store = findStore(snapshots, place),
): StoreLayout {
  const { worktree } = place;
  const found = findRepository(worktree);
  const directory = directoryOf(store, worktree);
  // The repository of a directory above, such as that of a home directory, is none of ours.
  const repository = found?.worktree === worktree ? found : undefined;
  const theirs = repository && hashOf(repository.commonDir);
  const hash = readSmallFile(join(store, "config")) ? hashOf(store) : (theirs ?? "sha1");
  const shared = theirs === hash ? repository : undefined;
  return {
    searchPath,
    store,
    directory,
    worktree,
    repository,
    lock: join(store, "holdfast.lock"),
    index: join(directory, "index"),
    excludesFile: join(directory, "exclude"),
    objects: shared && asListEntry(join(shared.commonDir, "objects")),
    userIndex: shared && join(shared.gitDir, "index"),
    hash,
  };
}

/**
 * The store of a project. If the `.git` of a linked worktree was deleted, its directory looks like a project of its own, but
 * what was captured there is in the store of the repository.
 */
function findStore(snapshots: string, { projectRoot, worktree }: SnapshotPlace): string {
  const own = ownStore(snapshots, projectRoot);
  if (projectRoot !== worktree || existsSync(directoryOf(own, worktree))) return own;
  const stores = namesIn(snapshots).filter((name) => name.endsWith(".git"));
  const former = stores
    .map((name) => join(snapshots, name))
    .filter((store) => existsSync(directoryOf(store, worktree)));
  return (former.length === 1 ? former[0] : undefined) ?? own;
}

/** Where the store of a project is, or will be. */
export function ownStore(snapshots: string, projectRoot: string): string {
  return join(snapshots, `${keyOf(projectRoot)}.git`);
}

/** Creates what is missing of a bare repository without hooks or other templates. `HEAD` comes last and completes it. */
export function prepareStore(snapshots: string, layout: StoreLayout, place: SnapshotPlace): void {
  const { store, directory, hash } = layout;
  for (const each of [snapshots, store, ...DIRECTORIES.map((name) => join(store, name)), directory])
    ensurePrivateDirectory(each);
  if (readSmallFile(join(store, "info", "attributes")) !== ATTRIBUTES)
    writeOwnFile(join(store, "info", "attributes"), ATTRIBUTES);
  // A power failure may leave them empty.
  if (readSmallFile(join(store, "HEAD")) === HEAD && readSmallFile(join(store, "config")) === CONFIG[hash])
    return;
  if (readProjectFile(store) === undefined) writeProjectFile(store, { root: place.projectRoot, moves: [] });
  writeOwnFile(join(store, "config"), CONFIG[hash], { durable: true });
  writeOwnFile(join(store, "HEAD"), HEAD, { durable: true });
}

/** What belongs to one of the project's worktrees. */
export function directoryOf(store: string, worktree: string): string {
  return join(store, "holdfast", keyOf(worktree));
}

function keyOf(path: string): string {
  return createHash("sha256").update(path).digest("hex").slice(0, 24);
}

function hashOf(repository: string): StoreLayout["hash"] {
  const config = readSmallFile(join(repository, "config")) ?? "";
  return /^[ \t]*objectformat[ \t]*=[ \t]*sha256/im.test(config) ? "sha256" : "sha1";
}

/** git separates the entries of this list with colons, unless they are quoted. */
export function asListEntry(path: string): string {
  return /[":]/.test(path) ? `"${path.replaceAll(/["\\]/g, "\\$&")}"` : path;
}
