import { listMissing } from "./list-missing.ts";
import { readTrees, type Tree } from "./read-trees.ts";
import { MAX_PATH_BYTES } from "./safe-path.ts";
import type { StoreLayout } from "./store-layout.ts";
import { unsafe } from "./unsafe-files.ts";

/** A tree that refers to itself many times would list more than any worktree has. */
const MAX_ENTRIES = 2_500_000;

/** What is below a tree. Its paths are counted as often as they occur. */
interface Extent {
  isWhole: boolean;
  entries: number;
  longestPath: number;
}

/**
 * Of trees from elsewhere, those of which everything is here. Throws if one contains what no worktree has. What several
 * of them share is looked at once.
 */
export async function findWholeTrees(layout: StoreLayout, roots: Iterable<string>): Promise<Set<string>> {
  const wanted = new Set(roots);
  const trees = await readTrees(layout, wanted);
  const missing = new Set(await listMissing(layout, blobsOf(trees.values())));
  const extents = new Map<string, Extent>();
  return new Set([...wanted].filter((root) => measure({ trees, missing, extents }, root, 0).isWhole));
}

function* blobsOf(trees: Iterable<Tree>): Generator<string> {
  for (const { blobs } of trees) yield* blobs;
}

interface MeasureInput {
  trees: ReadonlyMap<string, Tree>;
  missing: ReadonlySet<string>;
  extents: Map<string, Extent>;
}

function measure(measuring: MeasureInput, id: string, depth: number): Extent {
  const { trees, missing, extents } = measuring;
  const tree = trees.get(id);
  if (!tree) return { isWhole: false, entries: 0, longestPath: 0 };
  const before = extents.get(id);
  if (before) return before;
  // Each directory takes two bytes of a path at least.
  if (depth * 2 > MAX_PATH_BYTES) throw tooLong();
  const extent = {
    isWhole: missing.size === 0 || !tree.blobs.some((blob) => missing.has(blob)),
    entries: tree.blobs.length + tree.trees.length,
    longestPath: tree.longestName,
  };
  for (const { id: child, nameLength } of tree.trees) {
    const below = measure(measuring, child, depth + 1);
    extent.isWhole &&= below.isWhole;
    extent.entries += below.entries;
    extent.longestPath = Math.max(extent.longestPath, nameLength + 1 + below.longestPath);
  }
  if (extent.entries > MAX_ENTRIES) throw unsafe("there are too many");
  if (extent.longestPath > MAX_PATH_BYTES) throw tooLong();
  extents.set(id, extent);
  return extent;
}

function tooLong() {
  return unsafe("a path leads out of the worktree");
}
