import * as z from "zod";

/** Why the files were captured. */
export const SNAPSHOT_MOMENTS = [
  "session_start",
  "prompt",
  "during_turn",
  "before_risk",
  "turn_end",
  "pre_compact",
  "session_end",
  "save",
  "before_restore",
  "restored",
] as const;
export type SnapshotMoment = (typeof SNAPSHOT_MOMENTS)[number];

const Turn = z.object({
  session: z.string(),
  turn: z.number(),
  /** Of the mark of a restore: the sessions whose work it took or brought back. Undefined for everybody's, or if nobody knows. */
  restored: z.array(z.string()).optional(),
});

/** One turn of one session, or a mark in place of one. */
export type Turn = z.infer<typeof Turn>;

/**
 * A path inside a worktree, as git and the file system have it: each character is one byte (latin1), since names need
 * not be valid UTF-8. `files/raw-path.ts` converts it.
 */
export type RawPath = string;

/** What files were captured for: fields that a request and its snapshot share. */
const Occasion = {
  moment: z.enum(SNAPSHOT_MOMENTS),
  worktree: z.string(),
  /** The session at whose event it was; null if a person asked for it without one. */
  session: z.string().nullable(),
  agent: z.string().nullable(),
  turn: z.number().nullable(),
  /** The checkpoint that it belongs to. */
  checkpoint: z.string().nullable(),
  /** Named ones are kept until they are deleted. */
  name: z.string().nullable(),
  /** A person saved it outside of an agent. The moment is one of the directory then, whatever session it was saved with. */
  byPerson: z.boolean().optional(),
  /** A turn came to this worktree with a call of a tool, so these are not the files of its prompt, but those after that call. */
  isArrival: z.boolean().optional(),
  gitHead: z.string().nullable(),
  gitBranch: z.string().nullable(),
};

/**
 * What to capture and why. It waits in a file until that is done. `at`: when it happened. `lastSeenAt`: at the start of a
 * session that is continued, when it was heard of before. `resumes`: the client itself prompted the agent, such as after a
 * task in the background, so a turn may go on that had ended. `bySubagent`: after a call of one, which may work on when the turn has ended. `waited`: how long its event had waited in the spool.
 * `isAwaited`: tool calls wait until it is taken, as at a prompt, such as where an earlier turn worked.
 */
export const SnapshotRequest = z.object({
  ...Occasion,
  at: z.number(),
  lastSeenAt: z.number().optional(),
  resumes: z.boolean().optional(),
  bySubagent: z.boolean().optional(),
  waited: z.number().optional(),
  isAwaited: z.boolean().optional(),
});
export type SnapshotRequest = z.infer<typeof SnapshotRequest>;

/** A request, and when it happened by the clock of the file system if it waited in a file. */
export type TimedRequest = SnapshotRequest & {
  happenedAt?: number | undefined;
  /** When its session was last heard of, by the same clock, if its agent has died since. */
  diedAt?: number | undefined;
  /** The beginning or end of a turn of its session that waits behind it. What was changed later is not of its moment. */
  next?: { moment: SnapshotMoment; happenedAt: number } | undefined;
};

const UncoveredPath = z.object({ path: z.string(), reason: z.string(), next: z.string().optional() });

/** A file or directory that a snapshot does not contain, and why. `next`: what a person can do about it. */
export type UncoveredPath = z.infer<typeof UncoveredPath>;

const Origin = z.object({
  machine: z.string(),
  createdAt: z.number(),
  /** The files of the commit from which the work went on, as they are in this clone. */
  base: z.string(),
  /** The snapshots of other machines that had been restored there before, so that it contains what they contained. */
  after: z.array(z.string()).optional(),
});

/** The files of a worktree at a moment. It is stored with its trees and never changes. */
export const Snapshot = z.object({
  id: z.string(),
  /** Before the first file was looked at. */
  createdAt: z.number(),
  /** After the last one: what was changed in between may be in it or not. */
  completedAt: z.number().optional(),
  ...Occasion,
  /** The files, byte for byte. */
  tree: z.string(),
  /** The user's index; null without a repository, if it has conflicts, or if git could not read it. */
  index: z.string().nullable(),
  /** What lists the permissions of files and directories for which they are unusual, such as 0600; null if nobody knows. */
  permissions: z.string().nullable().default(null),
  /** The first 1,000 directories without files, which trees do not contain. */
  directories: z.array(z.string()).default([]),
  /** The snapshot of this worktree before this one. If it was deleted, nobody knows who changed what in between. */
  previous: z.string().nullable(),
  /**
   * Until when nothing had changed since the one before, as far as a session start or a prompt showed. Undefined if none
   * came in between.
   */
  previousUntil: z.number().optional(),
  /** The directory had been deleted since then, and was created again. */
  isRecreated: z.boolean().optional(),
  /** The turns that were running at some time since then. Changes outside of turns have none. */
  turns: z.array(Turn),
  /**
   * The files that changed since the snapshot before went back to their state before this turn of the session: by the
   * agent's own rewind, or by hand. Null if not.
   */
  wentBackTo: z.number().nullable().default(null),
  /** The ignore rules of the repository and of the user at that time, besides the `.gitignore` files. */
  excludes: z.string(),
  /** The first of them, and how many there are. */
  uncovered: z.array(UncoveredPath),
  uncoveredCount: z.number(),
  /** Where it was taken; undefined for one of this machine. */
  origin: Origin.optional(),
});
export type Snapshot = z.infer<typeof Snapshot>;

/** Whether the same turns, and at least one, had been running before both. */
export function haveSameTurns(a: Pick<Snapshot, "turns">, b: Pick<Snapshot, "turns">): boolean {
  return a.turns.length > 0 && JSON.stringify(a.turns) === JSON.stringify(b.turns);
}
