import { realpathSync } from "node:fs";
import { dirname, isAbsolute, relative, resolve, sep } from "node:path";
import { toBytes, toRawPath } from "../files/raw-path.ts";
import { HoldfastError } from "../kernel/errors.ts";
import type { RawPath } from "../kernel/snapshot.ts";

interface Where {
  cwd: string;
  worktree: string;
}

/** The path inside a worktree of what a person names. The links that lead to the worktree are followed, those in it are not. */
export function toWorktreePath({ cwd, worktree }: Where, path: string): RawPath {
  const root = Buffer.from(worktree).toString("latin1");
  const from = Buffer.from(realpathSync.native(cwd)).toString("latin1");
  const asked = resolve(from, toRawPath(path));
  const found = inside(root, asked) ?? throughLink(root, asked);
  if (found === undefined) throw new HoldfastError("invalid_input", `${path} is outside of ${worktree}.`);
  return found.split(sep).join("/");
}

function inside(root: RawPath, path: RawPath): RawPath | undefined {
  const found = relative(root, path);
  return found === ".." || found.startsWith(`..${sep}`) || isAbsolute(found) ? undefined : found;
}

function throughLink(root: RawPath, path: RawPath): RawPath | undefined {
  const above: RawPath[] = [path];
  for (let at = path; at !== dirname(at); at = dirname(at)) above.unshift(dirname(at));
  for (const each of above) {
    const target = follow(each);
    if (target === undefined) return undefined;
    if (inside(root, target) !== undefined) return inside(root, resolve(target, relative(each, path)));
  }
  return undefined;
}

/** Undefined if nothing is there. */
function follow(path: RawPath): RawPath | undefined {
  try {
    return realpathSync.native(toBytes(path), "buffer").toString("latin1");
  } catch {
    return undefined;
  }
}
