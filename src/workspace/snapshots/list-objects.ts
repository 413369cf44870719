import { runGit } from "./run-git.ts";
import type { StoreLayout } from "./store-layout.ts";

/** The ids of all objects of trees and blobs, each once, without those of the base. Those that are missing are left out. */
export async function listObjects(
  layout: StoreLayout,
  roots: readonly string[],
  base?: string,
): Promise<string[]> {
  const input = [...new Set(roots), ...(base === undefined ? [] : [`^${base}`]), ""].join("\n");
  const args = ["rev-list", "--objects", "--no-object-names", "--missing=allow-any", "--stdin"];
  const output = await runGit(layout, args, { input });
  return output.toString("latin1").split("\n").filter(Boolean);
}
