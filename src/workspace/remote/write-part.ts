import { open } from "node:fs/promises";
import type { OutgoingPart } from "../../kernel/ports/remotes.ts";
import type { RemoteGit } from "./remote-git.ts";

/** Servers refuse files of 100 MB, and warn above 50 MB. */
const MAX_BLOB = 32 * 2 ** 20;

/** Writes a part into our own repository: `head`, and the content in pieces. Returns its commit. */
export async function writePart(git: RemoteGit, { head, content }: OutgoingPart): Promise<string> {
  const entries = [`100644 blob ${await writeBlob(git, Buffer.from(head))}\thead`];
  const file = await open(content);
  try {
    for (let index = 0; ; index++) {
      const piece = await readPiece(file);
      if (piece.length === 0) break;
      entries.push(`100644 blob ${await writeBlob(git, piece)}\tpart-${String(index).padStart(5, "0")}`);
    }
  } finally {
    await file.close();
  }
  const tree = idIn(await git.local(["mktree"], { input: `${entries.join("\n")}\n` }));
  return idIn(await git.local(["commit-tree", "-m", "Holdfast", tree]));
}

async function readPiece(file: Awaited<ReturnType<typeof open>>): Promise<Buffer> {
  const piece = Buffer.alloc(MAX_BLOB);
  let size = 0;
  while (size < MAX_BLOB) {
    const { bytesRead } = await file.read(piece, size, MAX_BLOB - size);
    if (bytesRead === 0) break;
    size += bytesRead;
  }
  return piece.subarray(0, size);
}

async function writeBlob(git: RemoteGit, input: Buffer): Promise<string> {
  return idIn(await git.local(["hash-object", "-w", "--stdin"], { input }));
}

function idIn(output: Buffer): string {
  return output.toString().trim();
}
