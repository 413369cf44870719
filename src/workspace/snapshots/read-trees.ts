import { runGit } from "./run-git.ts";
import { isSafePath } from "./safe-path.ts";
import type { StoreLayout } from "./store-layout.ts";
import { unsafe } from "./unsafe-files.ts";

const AT_ONCE = 500;
/** One call prints less, or the trees contain more than any worktree has. */
const MAX_OUTPUT = 256 * 2 ** 20;
const MAX_TOTAL = 2 ** 30;

/** A directory: what is in it, without names. Submodules are other repositories. */
export interface Tree {
  trees: { id: string; nameLength: number }[];
  blobs: string[];
  longestName: number;
}

const KIND = 0o170000;
const KINDS = { tree: 0o040000, file: 0o100000, link: 0o120000, submodule: 0o160000 };

/**
 * Reads these trees from elsewhere and all trees below them, each once, however many of them share it. Those that are
 * not here are not in the result. Throws if one contains what no worktree has.
 */
export async function readTrees(layout: StoreLayout, roots: Iterable<string>): Promise<Map<string, Tree>> {
  const found = new Map<string, Tree>();
  const asked = new Set(roots);
  const known = new Map<string, string>();
  const reading = {
    hashLength: layout.hash === "sha256" ? 32 : 20,
    intern: (id: string) => intern(known, id),
  };
  const wanted = [...asked];
  let total = 0;
  while (wanted.length > 0) {
    const output = await readObjects(layout, wanted.splice(0, AT_ONCE));
    total += output.length;
    if (total > MAX_TOTAL) throw unsafe("there are too many");
    for (const { id, type, content } of objectsIn(output)) {
      if (type !== "tree") continue;
      const tree = parseTree(content, reading);
      found.set(id, tree);
      for (const below of tree.trees) {
        if (asked.has(below.id)) continue;
        asked.add(below.id);
        wanted.push(below.id);
      }
    }
  }
  return found;
}

async function readObjects(layout: StoreLayout, ids: readonly string[]): Promise<Buffer> {
  const input = `${ids.join("\n")}\n`;
  const output = await runGit(layout, ["cat-file", "--batch", "--buffer"], { input, limit: MAX_OUTPUT });
  if (output.length >= MAX_OUTPUT) throw unsafe("there are too many");
  return output;
}

/** `<id> <type> <size>`, a line end, the content, a line end; or `<id> missing`. */
function* objectsIn(output: Buffer) {
  for (let at = 0; at < output.length; ) {
    const lineEnd = output.indexOf(10, at);
    const [id = "", type = "", size] = output.toString("latin1", at, lineEnd).split(" ");
    at = lineEnd + 1;
    if (size === undefined) continue;
    const end = at + Number(size);
    yield { id, type, content: output.subarray(at, end) };
    at = end + 1;
  }
}

/** Entries are a mode, a space, a name, a zero byte and the id as bytes. */
function parseTree(
  content: Buffer,
  { hashLength, intern: one }: { hashLength: number; intern(id: string): string },
): Tree {
  const tree: Tree = { trees: [], blobs: [], longestName: 0 };
  for (let at = 0; at < content.length; ) {
    const space = content.indexOf(32, at);
    const zero = content.indexOf(0, space);
    const name = content.toString("latin1", space + 1, zero);
    const kind = Number.parseInt(content.toString("latin1", at, space), 8) & KIND;
    at = zero + 1 + hashLength;
    if (name.includes("/") || !isSafePath(name)) throw unsafe("a path leads out of the worktree");
    tree.longestName = Math.max(tree.longestName, name.length);
    if (kind === KINDS.submodule) continue;
    const id = one(content.toString("hex", zero + 1, at));
    if (kind === KINDS.tree) tree.trees.push({ id, nameLength: name.length });
    else if (kind === KINDS.file || kind === KINDS.link) tree.blobs.push(id);
    else throw unsafe("they include something that is no file");
  }
  return tree;
}

/** Snapshots share most of their files, so each id is kept once. */
function intern(known: Map<string, string>, id: string): string {
  const before = known.get(id);
  if (before !== undefined) return before;
  known.set(id, id);
  return id;
}
