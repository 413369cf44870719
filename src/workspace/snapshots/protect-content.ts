import { rmSync } from "node:fs";
import { basename, join } from "node:path";
import type { ProtectedContent } from "../../kernel/ports/snapshots.ts";
import { readReference, syncStore, writeObject, writeReference } from "./loose-objects.ts";
import type { StoreLayout } from "./store-layout.ts";

/**
 * Keeps blobs and trees, whatever limits delete the snapshots that have them. They replace those from the last time. They get
 * a tree of their own, since one of a snapshot may be damaged.
 */
export async function protectContent(layout: StoreLayout, { blobs, trees }: ProtectedContent): Promise<void> {
  const own = `refs/undo/${basename(layout.directory)}`;
  if (blobs.length + trees.length === 0) return rmSync(join(layout.store, own), { force: true });
  const tree = writeObject(layout, "tree", listAll({ blobs, trees }));
  if (readReference(layout, own) === tree) return;
  await syncStore(layout);
  writeReference(layout, own, tree, { durable: true });
}

/** A tree as git stores it. Its names are numbers of the same length, which are in order. */
function listAll({ blobs, trees }: ProtectedContent): Buffer {
  const entries = [
    ...[...new Set(blobs)].map((id) => ({ mode: "100644", id })),
    ...[...new Set(trees)].map((id) => ({ mode: "40000", id })),
  ];
  return Buffer.concat(
    entries.flatMap(({ mode, id }, number) => [
      Buffer.from(`${mode} ${String(number).padStart(9, "0")}\0`),
      Buffer.from(id, "hex"),
    ]),
  );
}
