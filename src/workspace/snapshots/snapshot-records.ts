import { mapPath } from "../../kernel/directory-move.ts";
import { Snapshot } from "../../kernel/snapshot.ts";
import { tryParseJson } from "../../text/json-text.ts";
import { syncStore, writeObject, writeReference } from "./loose-objects.ts";
import { readProjectFile } from "./project-file.ts";
import { runGit } from "./run-git.ts";
import type { StoreLayout } from "./store-layout.ts";

const OWN = "refs/snapshots";
/** Snapshots of other machines. They are no part of what happened in a worktree. */
export const IMPORTED = "refs/imported";
type SnapshotRefs = typeof OWN | typeof IMPORTED;

const ID = /^snp_[0-9a-z]{1,40}$/;

/**
 * Stores each snapshot as a commit without parents, so that deleting one never affects another. Those that a person relies on
 * are on the disk when this returns. To wait for the disk at each turn would take longer than all else.
 */
export async function saveSnapshots(layout: StoreLayout, snapshots: readonly Snapshot[]): Promise<void> {
  for (const snapshot of snapshots) {
    if (!ID.test(snapshot.id)) throw new Error(`${snapshot.id} is no id of a snapshot`);
    const tree = writeObject(layout, "tree", rootOf(snapshot));
    const commit = writeObject(layout, "commit", commitOf(snapshot, tree));
    const durable =
      snapshot.moment === "before_restore" || snapshot.name !== null || Boolean(snapshot.origin);
    // A reference that is on the disk before its commit would be damaged by a power failure.
    if (durable) await syncStore(layout);
    writeReference(layout, refOf(snapshot.origin ? IMPORTED : OWN, snapshot.id), commit, { durable });
  }
}

/** A tree as git stores it, its entries in the order of their names. What it refers to is not looked at. */
function rootOf({ tree, index, permissions, origin }: Snapshot): Buffer {
  const entries = [
    ["40000 base", origin?.base],
    ["40000 files", tree],
    ["40000 index", index],
    ["100644 permissions", permissions],
  ] as const;
  return Buffer.concat(
    entries.flatMap(([name, id]) =>
      id === undefined || id === null ? [] : [Buffer.from(`${name}\0`), Buffer.from(id, "hex")],
    ),
  );
}

function commitOf(snapshot: Snapshot, tree: string): Buffer {
  const who = `Holdfast <holdfast@localhost> ${Math.max(0, Math.floor(snapshot.createdAt / 1_000))} +0000`;
  return Buffer.from(`tree ${tree}\nauthor ${who}\ncommitter ${who}\n\n${JSON.stringify(snapshot)}\n`);
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

/** The snapshots of all worktrees of the project, as these are called now, oldest first. What an unknown version wrote is skipped. */
export async function listAllSnapshots(layout: StoreLayout, refs: SnapshotRefs = OWN): Promise<Snapshot[]> {
  const messages = await readMessages(layout, refs).catch(() => readSoundMessages(layout, refs));
  const moves = readProjectFile(layout.store)?.moves ?? [];
  return messages
    .flatMap((message) => Snapshot.safeParse(tryParseJson(message)).data ?? [])
    .map((snapshot) => ({ ...snapshot, worktree: moves.reduce(mapPath, snapshot.worktree) }))
    .sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
}

async function readMessages(layout: StoreLayout, refs: string): Promise<string[]> {
  return (await runGit(layout, ["for-each-ref", "--format=%(contents)%00", refs])).toString().split("\0");
}

/** One commit after the other: one that is damaged, such as after a power failure, does not hide the others. */
async function readSoundMessages(layout: StoreLayout, refs: string): Promise<string[]> {
  const listed = await runGit(layout, ["for-each-ref", "--format=%(objectname)", refs]);
  const messages: string[] = [];
  for (const id of listed.toString().split("\n").filter(Boolean))
    messages.push(await runGit(layout, ["log", "-1", "--format=%B", id]).then(String, () => ""));
  return messages;
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

export function referenceOf(id: string): string {
  return refOf(OWN, id);
}

function refOf(refs: SnapshotRefs, id: string): string {
  return `${refs}/${id}`;
}
