import type { RawPath } from "../../kernel/snapshot.ts";
import type { LastCapture } from "./last-capture.ts";
import { writeObject } from "./loose-objects.ts";
import { findDifferent, openTree, type PatchedTree, writePatchedTree } from "./patch-tree.ts";
import { isGone, type ReadFile, readFiles, type SeenFile } from "./seen-files.ts";
import type { StoreLayout } from "./store-layout.ts";

/** Files to be kept, and paths that have none. */
export interface CaptureChange {
  put: readonly RawPath[];
  drop: readonly RawPath[];
}

/** The tree of a capture that left the private index as it was. */
export interface PatchedCapture extends PatchedTree {
  /** Every file in which the tree may differ from the private index. */
  seen: SeenFile[];
}

/** With more of them, each snapshot would take longer than git needs once to bring them into the private index. */
const MAX_SEEN = 500;

/**
 * Makes the tree of a capture from that of the last one and from the few files that changed. git would read and write the
 * whole private index twice. Undefined if git has to do it: for many or large files, and whenever directories come, go or
 * take the place of a file, since the private index decides which directories git looks into.
 */
export async function patchCapture(
  layout: StoreLayout,
  { put, drop }: CaptureChange,
  last: LastCapture,
): Promise<PatchedCapture | undefined> {
  if (put.length + drop.length > MAX_SEEN || !drop.every((path) => isGone(layout, path))) return undefined;
  const known = new Map(last.seen.map((file) => [file.path, file]));
  const files = readFiles(layout, { paths: put, seen: known });
  if (!files) return undefined;
  const gone = drop.map((path) => ({ path, identity: null, file: null }));
  const found: ReadFile[] = [...files, ...gone];
  const isNew = ({ path, file, content }: ReadFile) =>
    file ? content !== undefined : known.get(path)?.file !== null;
  const patched = await patchTree(layout, last.tree, found.filter(isNew));
  return patched && { ...patched, seen: found.map(({ path, identity, file }) => ({ path, identity, file })) };
}

/** What refers to something is written after it, so that a killed process leaves nothing that is not whole. */
async function patchTree(
  layout: StoreLayout,
  tree: string,
  files: readonly ReadFile[],
): Promise<PatchedTree | undefined> {
  if (files.length === 0) return { tree, changes: [] };
  const open = await openTree(
    layout,
    tree,
    files.map(({ path }) => path),
  );
  const patch = open && findDifferent(open, new Map(files.map(({ path, file }) => [path, file])));
  if (!patch) return undefined;
  if (patch.size === 0) return { tree, changes: [] };
  for (const { path, content } of files) if (content && patch.has(path)) writeObject(layout, "blob", content);
  return writePatchedTree(layout, open, patch);
}
