import { runGit } from "./run-git.ts";
import type { StoreLayout } from "./store-layout.ts";

const OBJECT_ID = /^[0-9a-f]{40,64}/;

/** The ids of all objects of trees and blobs, each once, without those of the base. Those that are missing are left out. */
export async function listObjects(
  layout: StoreLayout,
  roots: readonly string[],
  base?: string,
): Promise<string[]> {
  const input = [...new Set(roots), ...(base === undefined ? [] : [`^${base}`]), ""].join("\n");
  // Only git 2.22 and newer can leave out the names.
  const args = ["rev-list", "--objects", "--missing=allow-any", "--stdin"];
  const output = await runGit(layout, args, { input });
  return output
    .toString("latin1")
    .split("\n")
    .flatMap((line) => OBJECT_ID.exec(line)?.[0] ?? []);
}
