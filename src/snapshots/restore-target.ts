import type { Snapshot } from "../kernel/snapshot.ts";

/** The moment to bring the files back to. */
export interface RestoreTarget {
  snapshot: Snapshot;
  /** What was asked for, in words. */
  label: string;
  /** The session whose changes are taken back; null for those of all sessions. */
  session: string | null;
  /** The turn before which that was; null for a moment that was named otherwise. */
  turn: number | null;
  /** What the person should know about the choice. */
  note: string | null;
}
