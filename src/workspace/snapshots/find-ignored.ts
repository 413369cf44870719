import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { writeOwnFile } from "../../files/own-file.ts";
import { bytesInside } from "../../files/raw-path.ts";
import type { RawPath, Snapshot } from "../../kernel/snapshot.ts";
import { createLinkCheck } from "./behind-link.ts";
import type { BlobWriter } from "./blob-writer.ts";
import { splitAtNul } from "./read-tree-changes.ts";
import { runGit } from "./run-git.ts";
import type { StoreLayout } from "./store-layout.ts";

interface IgnoreInput {
  paths: readonly RawPath[];
  origin: Pick<Snapshot, "tree" | "excludes">;
  blobs: BlobWriter;
}

/**
 * Which paths the ignore rules exclude now, or excluded when the snapshot was taken. Files of the user's index are never
 * ignored, as in git.
 */
export async function findIgnored(
  layout: StoreLayout,
  { paths, origin, blobs }: IgnoreInput,
): Promise<Set<RawPath>> {
  if (paths.length === 0) return new Set();
  const isBehindLink = createLinkCheck(layout.worktree);
  const reachable = paths.filter((path) => !isBehindLink(path));
  const now = await checkIgnore(layout, layout.worktree, reachable);
  const earlier = await withRulesOf(layout, { origin, blobs }, (directory, excludesFile) =>
    checkIgnore({ ...layout, excludesFile }, directory, paths),
  );
  return new Set([...now, ...earlier]);
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

/** Puts the `.gitignore` files of a tree into a directory of their own for a moment. */
async function withRulesOf<T>(
  layout: StoreLayout,
  { origin, blobs }: Pick<IgnoreInput, "origin" | "blobs">,
  work: (directory: string, excludesFile: string) => Promise<T>,
): Promise<T> {
  const directory = mkdtempSync(join(layout.directory, "rules-"));
  const excludesFile = `${directory}.exclude`;
  try {
    writeOwnFile(excludesFile, origin.excludes);
    const listed = splitAtNul(await runGit(layout, ["ls-tree", "-r", "-z", "--full-tree", origin.tree]));
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
    return await work(directory, excludesFile);
  } finally {
    rmSync(directory, { recursive: true, force: true });
    rmSync(excludesFile, { force: true });
  }
}
