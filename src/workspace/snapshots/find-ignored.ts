import { closeSync, lstatSync, mkdirSync, mkdtempSync, openSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { bytesInside } from "../../files/raw-path.ts";
import type { RawPath } from "../../kernel/snapshot.ts";
import type { BlobWriter } from "./blob-writer.ts";
import { splitAtNul } from "./read-tree-changes.ts";
import { runGit } from "./run-git.ts";
import type { StoreLayout } from "./store-layout.ts";

/**
 * Which paths the ignore rules exclude now, or excluded when the tree was captured. Files of the user's index are never
 * ignored, as in git.
 */
export async function findIgnored(
  layout: StoreLayout,
  { paths, tree, blobs }: { paths: readonly RawPath[]; tree: string; blobs: BlobWriter },
): Promise<Set<RawPath>> {
  if (paths.length === 0) return new Set();
  const reachable = paths.filter((path) => !isBehindLink(layout.worktree, path));
  const now = await checkIgnore(layout, layout.worktree, reachable);
  const then = await withRulesOf(layout, { tree, blobs }, (directory) =>
    checkIgnore(layout, directory, paths),
  );
  return new Set([...now, ...then]);
}

async function checkIgnore(layout: StoreLayout, worktree: string, paths: readonly RawPath[]) {
  if (paths.length === 0) return [];
  const index = layout.repository ? join(layout.repository.gitDir, "index") : join(layout.directory, "none");
  // A name that begins with a colon would mean something else.
  const input = Buffer.from(paths.map((path) => `./${path}\0`).join(""), "latin1");
  // Exit code 1: none is ignored.
  const call = { input, accept: [1] };
  const found = await runGit({ ...layout, worktree, index }, ["check-ignore", "-z", "--stdin"], call);
  return splitAtNul(found).map((path) => path.slice(2));
}

/** git refuses to look through a link. */
function isBehindLink(worktree: string, path: RawPath): boolean {
  const parts = path.split("/");
  return parts
    .slice(1)
    .some((_, depth) => isLink(bytesInside(worktree, parts.slice(0, depth + 1).join("/"))));
}

function isLink(path: Buffer): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  } catch {
    return false; // a file is in the way
  }
}

/** Puts the `.gitignore` files of a tree into a directory of their own for a moment. */
async function withRulesOf<T>(
  layout: StoreLayout,
  { tree, blobs }: { tree: string; blobs: BlobWriter },
  work: (directory: string) => Promise<T>,
): Promise<T> {
  const directory = mkdtempSync(join(layout.directory, "rules-"));
  try {
    const listed = splitAtNul(await runGit(layout, ["ls-tree", "-r", "-z", "--full-tree", tree]));
    for (const line of listed) {
      const [about = "", path = ""] = line.split("\t");
      const [mode = "", , blob = ""] = about.split(" ");
      if (!mode.startsWith("100") || !/(?:^|\/)\.gitignore$/.test(path)) continue;
      mkdirSync(bytesInside(directory, dirname(path)), { recursive: true });
      const fd = openSync(bytesInside(directory, path), "wx", 0o600);
      try {
        await blobs.write(blob, fd);
      } finally {
        closeSync(fd);
      }
    }
    return await work(directory);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
