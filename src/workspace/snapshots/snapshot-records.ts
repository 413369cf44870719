import { Snapshot } from "../../kernel/snapshot.ts";
import { tryParseJson } from "../../text/json-text.ts";
import { runGit } from "./run-git.ts";
import type { StoreLayout } from "./store-layout.ts";
import { writeCommits } from "./write-commits.ts";

const OWN = "refs/snapshots";
/** Snapshots of other machines. They are no part of what happened in a worktree. */
export const IMPORTED = "refs/imported";
type SnapshotRefs = typeof OWN | typeof IMPORTED;

const ID = /^snp_[0-9a-z]{1,40}$/;

/** Stores each snapshot as a commit without parents, so that deleting one never affects another. */
export async function saveSnapshots(layout: StoreLayout, snapshots: readonly Snapshot[]): Promise<void> {
  const input = snapshots.map(entriesOf).join("\n");
  // What the user's index has may be missing in a partial clone.
  const roots = splitLines(await runGit(layout, ["mktree", "--batch", "--missing"], { input }));
  const commits = snapshots.map((snapshot, number) => ({
    ref: refOf(snapshot.origin ? IMPORTED : OWN, snapshot.id),
    tree: roots[number] ?? "",
    message: `${JSON.stringify(snapshot)}\n`,
    createdAt: snapshot.createdAt,
  }));
  await writeCommits(layout, commits);
}

function splitLines(output: Buffer): string[] {
  return output.toString().trim().split("\n");
}

function entriesOf({ tree, index, permissions, origin }: Snapshot): string {
  const entries = [
    `040000 tree ${tree}\tfiles`,
    ...(index === null ? [] : [`040000 tree ${index}\tindex`]),
    ...(permissions === null ? [] : [`100644 blob ${permissions}\tpermissions`]),
    ...(origin === undefined ? [] : [`040000 tree ${origin.base}\tbase`]),
  ];
  return `${entries.join("\n")}\n`;
}

/** The snapshots of a worktree, oldest first. */
export async function listSnapshots(layout: StoreLayout): Promise<Snapshot[]> {
  return (await listAllSnapshots(layout)).filter(({ worktree }) => worktree === layout.worktree);
}

export async function listElsewhere(layout: StoreLayout): Promise<Snapshot[]> {
  return (await listAllSnapshots(layout)).filter(({ worktree }) => worktree !== layout.worktree);
}

/** The snapshots that came from other machines into a worktree, in the order in which they were taken there. */
export async function listImported(layout: StoreLayout): Promise<Snapshot[]> {
  const takenAt = ({ origin, createdAt }: Snapshot) => origin?.createdAt ?? createdAt;
  return (await listAllSnapshots(layout, IMPORTED))
    .filter(({ worktree }) => worktree === layout.worktree)
    .sort((a, b) => takenAt(a) - takenAt(b));
}

/** The snapshots of all worktrees of the project, oldest first. What an unknown version wrote is skipped. */
export async function listAllSnapshots(layout: StoreLayout, refs: SnapshotRefs = OWN): Promise<Snapshot[]> {
  const format = "--format=%(contents)%00";
  const output = await runGit(layout, ["for-each-ref", format, refs]);
  return output
    .toString()
    .split("\0")
    .flatMap((message) => Snapshot.safeParse(tryParseJson(message)).data ?? [])
    .sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
}

export async function removeSnapshots(
  layout: StoreLayout,
  ids: readonly string[],
  refs: SnapshotRefs = OWN,
): Promise<void> {
  const known = ids.filter((id) => ID.test(id));
  if (known.length === 0) return;
  const input = known.map((id) => `delete ${refOf(refs, id)}\n`).join("");
  await runGit(layout, ["update-ref", "--stdin"], { input });
}

/** The reference to a snapshot that was taken here. */
export function refOfSnapshot(id: string): string {
  return refOf(OWN, id);
}

function refOf(refs: SnapshotRefs, id: string): string {
  return `${refs}/${id}`;
}
