import { HoldfastError } from "../kernel/errors.ts";
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

/** `other`: what else the person may mean. */
export function notCaptured(message: string, other: string | null = null): HoldfastError {
  const next = "Run `holdfast changes` to see the turns whose files were captured.";
  return new HoldfastError("not_found", message, { next: other === null ? next : `${other} ${next}` });
}

export function joinNotes(...notes: (string | null)[]): string | null {
  return notes.filter((note) => note !== null).join(" ") || null;
}
