import { closeSync, openSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { IncomingPart } from "../../kernel/ports/remotes.ts";
import type { RemoteGit } from "./remote-git.ts";

const ENTRY = /^100644 blob ([0-9a-f]{40,64}) +(\d+)\t(head|part-\d{5})$/;
const MAX_HEAD = 2 ** 20;
/** 32 GB: more than a session ever has. */
const MAX_PIECES = 1_000;

/** Reads parts that were fetched. git has verified their hashes. */
export async function* readParts(
  git: RemoteGit,
  names: readonly string[],
  refs: string,
): AsyncGenerator<IncomingPart> {
  for (const name of names) {
    const ref = refs + name;
    const version = (await git.local(["rev-parse", "--verify", "--end-of-options", ref])).toString().trim();
    const { head, pieces } = await listPieces(git, version);
    const content = join(git.directory, "content");
    const descriptor = openSync(content, "w", 0o600);
    try {
      for (const piece of pieces) await git.local(["cat-file", "blob", piece], { output: descriptor });
    } finally {
      closeSync(descriptor);
    }
    try {
      yield {
        name,
        version,
        head: head === undefined ? undefined : await git.local(["cat-file", "blob", head]),
        content,
      };
    } finally {
      rmSync(content, { force: true });
    }
  }
}

interface Pieces {
  head: string | undefined;
  pieces: string[];
}

const FOREIGN: Pieces = { head: undefined, pieces: [] };

async function listPieces(git: RemoteGit, version: string): Promise<Pieces> {
  const call = { limit: 2 ** 20, accept: [128] };
  const output = await git.local(["ls-tree", "-l", "--full-tree", "--end-of-options", version], call);
  const pieces: string[] = [];
  let head: string | undefined;
  for (const line of output.toString().trimEnd().split("\n")) {
    const [, id, size, entry] = ENTRY.exec(line) ?? [];
    if (id === undefined || pieces.length === MAX_PIECES) return FOREIGN;
    if (entry !== "head") pieces.push(id);
    else if (Number(size) <= MAX_HEAD) head = id;
  }
  return head === undefined ? FOREIGN : { head, pieces };
}
