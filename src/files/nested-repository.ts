import { lstatSync, readFileSync, type Stats, statSync } from "node:fs";

/** More than the longest path, with its label. */
const MAX_LINK_BYTES = 8_192;
const LABEL = "gitdir: ";

/**
 * Whether a directory is a repository of its own: it has a directory `.git`, or a file that names one, as linked worktrees
 * and submodules do. As for git, what leads nowhere or is empty makes no repository. One that cannot be read counts.
 */
export function isNestedRepository(directory: Buffer): boolean {
  const git = inside(directory, ".git");
  const stat = statOf(git);
  if (!stat) return false;
  try {
    const target = stat.isFile() && stat.size <= MAX_LINK_BYTES ? readLink(directory, git) : git;
    return target !== undefined && statSync(inside(target, "HEAD"), { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    return code === "EACCES" || code === "EPERM";
  }
}

/** Undefined also in a directory that cannot be read: nothing is known about it. */
function statOf(path: Buffer): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** Bytes, since paths need not be text. */
function readLink(directory: Buffer, file: Buffer): Buffer | undefined {
  const text = readFileSync(file, "latin1");
  if (!text.startsWith(LABEL)) return undefined;
  const path = Buffer.from(text.slice(LABEL.length).replace(/[\r\n]+$/, ""), "latin1");
  return path.at(0) === SLASH ? path : inside(directory, path);
}

const SLASH = "/".charCodeAt(0);

function inside(directory: Buffer, name: string | Buffer): Buffer {
  return Buffer.concat([directory, Buffer.from("/"), Buffer.from(name)]);
}
