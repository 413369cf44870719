import { join } from "node:path";
import * as z from "zod";
import { readOwnFile, writeOwnFile } from "../files/own-file.ts";
import type { SnapshotStore } from "../kernel/ports/snapshots.ts";
import type { Turn } from "../kernel/snapshot.ts";
import { tryParseJson } from "../text/json-text.ts";
import type { EndedTurn } from "./running-turns.ts";
import { identifyWorktree, isSameDirectory, WorktreeIdentity } from "./worktree-identity.ts";

const State = z.object({
  /** The newest snapshot, and what it has besides its tree. It is remembered here, so that capturing does not read all of them. */
  latest: z
    .object({
      id: z.string(),
      tree: z.string(),
      rest: z.string().default(""),
      /** See `Snapshot.previousUntil`. */
      sameUntil: z.number().optional(),
    })
    .nullable(),
  /** The turns that are running. */
  running: z.array(z.object({ session: z.string(), turn: z.number() })),
  /** The last turn of each session that is not running. */
  ended: z.array(z.object({ session: z.string(), turn: z.number(), at: z.number() })).default([]),
  /** Where that was; null if it was not noted. */
  identity: WorktreeIdentity.nullable().default(null),
});

export type LatestSnapshot = NonNullable<z.infer<typeof State>["latest"]>;

/** What is known about a worktree between two snapshots. */
export interface WorktreeState {
  latest: LatestSnapshot | null;
  running: Turn[];
  ended: EndedTurn[];
  /** The directory was deleted since then, and another one was created at the same path. */
  isRecreated: boolean;
}

/** A lost file only means that nobody knows who made the next changes. */
export function readWorktreeState({
  directory,
  worktree,
}: Pick<SnapshotStore, "directory" | "worktree">): WorktreeState {
  const found = readState(directory);
  if (!found) return { latest: null, running: [], ended: [], isRecreated: false };
  const { latest, running, ended, identity } = found;
  return { latest, running, ended, isRecreated: !isSameDirectory(identity, identifyWorktree(worktree)) };
}

/** Undefined if it is lost, or if the directory is that of no worktree. */
export function readState(directory: string): z.infer<typeof State> | undefined {
  return State.safeParse(tryParseJson(readOwnFile(fileIn(directory)))).data;
}

export function writeWorktreeState(
  store: Pick<SnapshotStore, "directory" | "worktree">,
  { latest, running, ended }: Omit<WorktreeState, "isRecreated">,
): void {
  const identity = identifyWorktree(store.worktree);
  writeOwnFile(fileIn(store.directory), JSON.stringify({ latest, running, ended, identity }));
}

function fileIn(directory: string): string {
  return join(directory, "state.json");
}
