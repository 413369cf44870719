import { HoldfastError } from "../../kernel/errors.ts";
import { splitAtNul } from "./read-tree-changes.ts";
import { runGit } from "./run-git.ts";
import { isSafePath } from "./safe-path.ts";
import type { StoreLayout } from "./store-layout.ts";

/** A tree that refers to itself many times would list more than any worktree has. */
const MAX_LIST = 256 * 2 ** 20;
const MODES: ReadonlySet<string> = new Set(["040000", "100644", "100755", "120000"]);
const SUBMODULE = "160000";

/**
 * The ids of all objects of a tree from elsewhere. Undefined if some of its trees are not here. Throws if it contains
 * what no worktree has.
 */
export async function listTree(layout: StoreLayout, tree: string): Promise<string[] | undefined> {
  const args = ["ls-tree", "-r", "-t", "-z", "--full-tree", tree];
  const output = await runGit(layout, args, { limit: MAX_LIST }).catch(() => undefined);
  if (!output) return undefined;
  if (output.length >= MAX_LIST) throw unsafe("there are too many");
  return [tree, ...splitAtNul(output).flatMap(checkedId)];
}

/** The object of an entry: its mode, type and id, and after a tab its path. Submodules are other repositories. */
function checkedId(entry: string): string[] {
  const tab = entry.indexOf("\t");
  const [mode = "", , id = ""] = entry.slice(0, tab).split(" ");
  if (!isSafePath(entry.slice(tab + 1))) throw unsafe("a path leads out of the worktree");
  if (mode === SUBMODULE) return [];
  if (!MODES.has(mode)) throw unsafe("they include something that is no file");
  return [id];
}

export function unsafe(how: string): HoldfastError {
  return new HoldfastError(
    "state_corrupt",
    `The files of this bundle are damaged: ${how}. Nothing was imported.`,
    {
      next: "Export them again, and import only bundles of people whom you trust.",
    },
  );
}
