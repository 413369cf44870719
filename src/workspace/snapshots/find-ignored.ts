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
import { listTracked } from "./tracked-files.ts";
import { listIgnored } from "./user-index.ts";

interface IgnoreInput {
  paths: readonly RawPath[];
  origin: Pick<Snapshot, "tree" | "excludes">;
  blobs: BlobWriter;
}

/** Which paths the ignore rules exclude now. Files of the user's index are never ignored, as in git. */
export async function findIgnored(layout: StoreLayout, paths: readonly RawPath[]): Promise<Set<RawPath>> {
  const isBehindLink = createLinkCheck(layout.worktree);
  const reachable = paths.filter((path) => !isBehindLink(path));
  // With an index, git refuses paths in a submodule, whose directory may have become something else.
  const matching = await checkIgnore(layout, reachable);
  if (matching.size === 0) return matching;
  const tracked = new Set(await listTracked(layout, listIgnored));
  return new Set([...matching].filter((path) => !tracked.has(path)));
}

/**
 * Which paths the rules excluded when a snapshot was taken. The user's index of today says nothing about that: a file that
 * was ignored may have been added since.
 */
export async function findIgnoredAt(
  layout: StoreLayout,
  { origin, paths, blobs }: IgnoreInput,
): Promise<Set<RawPath>> {
  if (paths.length === 0) return new Set();
  return await withRulesOf(layout, { origin, blobs }, (worktree, excludesFile) =>
    checkIgnore({ ...layout, worktree, excludesFile }, paths),
  );
}

async function checkIgnore(place: StoreLayout, paths: readonly RawPath[]): Promise<Set<RawPath>> {
  if (paths.length === 0) return new Set();
  // A name that begins with a colon would mean something else.
  const input = Buffer.from(paths.map((path) => `./${path}\0`).join(""), "latin1");
  // Exit code 1: none is ignored.
  const call = { input, accept: [1] };
  const found = await runGit(place, ["check-ignore", "-z", "--stdin", "--no-index"], call);
  return new Set(splitAtNul(found).map((path) => path.slice(2)));
}

/** A line of `ls-tree`. A path may contain tabs and line feeds. */
const ENTRY = /^(\d+) \w+ (\w+)\t(.*)$/s;

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
      const [, mode = "", blob = "", path = ""] = ENTRY.exec(line) ?? [];
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
