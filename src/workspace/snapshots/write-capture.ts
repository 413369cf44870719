import type { RawPath } from "../../kernel/snapshot.ts";
import type { TreeDiffs } from "./compare-trees.ts";
import type { LastCapture } from "./last-capture.ts";
import { type CaptureChange, patchCapture } from "./patch-capture.ts";
import { writeRecent } from "./recent-files.ts";
import { runGit } from "./run-git.ts";
import type { SeenFile } from "./seen-files.ts";
import type { StoreLayout } from "./store-layout.ts";

interface CaptureInput extends CaptureChange {
  /** Paths that the private index may have in another state although their metadata are the same. */
  again: readonly RawPath[];
  started: number;
}

interface WrittenCapture {
  tree: string;
  seen: SeenFile[];
  /** Whether the private index has the tree. */
  isIndexed: boolean;
}

/**
 * Writes the tree of a capture: without the private index if few files changed, or with it. Once the private index has
 * everything, what was captured without it is known no more.
 */
export async function writeCapture(
  layout: StoreLayout,
  { put, drop, again, started }: CaptureInput,
  { last, diffs }: { last: LastCapture | undefined; diffs: TreeDiffs },
): Promise<WrittenCapture> {
  const patched = last && (await patchCapture(layout, { put, drop }, last));
  if (last && patched) {
    diffs.remember(last.tree, patched.tree, patched.changes);
    return { tree: patched.tree, seen: patched.seen, isIndexed: false };
  }
  await updateIndex(layout, { put, drop: [...drop, ...again] });
  const tree = (await runGit(layout, ["write-tree"])).toString().trim();
  writeRecent(layout, put, started);
  return { tree, seen: [], isIndexed: true };
}

async function updateIndex(layout: StoreLayout, { put, drop }: CaptureChange): Promise<void> {
  const zero = "0".repeat(layout.hash === "sha1" ? 40 : 64);
  const gone = drop.filter((path) => !path.endsWith("/"));
  if (gone.length > 0) {
    const input = Buffer.from(gone.map((path) => `0 ${zero}\t${path}\0`).join(""), "latin1");
    await runGit(layout, ["update-index", "-z", "--index-info"], { input });
  }
  if (put.length === 0) return;
  const input = Buffer.from(`${put.join("\0")}\0`, "latin1");
  await runGit(layout, ["update-index", "-z", "--add", "--remove", "--replace", "--stdin"], { input });
}
