import { listObjects } from "./list-objects.ts";
import type { StoreLayout } from "./store-layout.ts";

/** Which of the blobs are in a tree, under whatever name. */
export async function findContained(
  layout: StoreLayout,
  tree: string,
  blobs: readonly string[],
): Promise<Set<string>> {
  const wanted = new Set(blobs);
  return new Set((await listObjects(layout, [tree])).filter((id) => wanted.has(id)));
}
