import { HoldfastError } from "../kernel/errors.ts";
import type { Snapshot } from "../kernel/snapshot.ts";

/** The moment to bring the files back to. */
export interface RestoreTarget {
  snapshot: Snapshot;
  /** What was asked for, in words. */
  label: string;
  /** The session whose changes are taken back; null for those of all sessions. */
  session: string | null;
  /** The session whose conversation goes back with the files; null for none. */
  conversation: string | null;
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

export function nothingCaptured(): HoldfastError {
  const next = "Run `holdfast doctor` to see whether the files of this directory are captured.";
  return new HoldfastError("not_found", "No turn was captured here.", { next });
}

export function joinNotes(...notes: (string | null)[]): string | null {
  return notes.filter((note) => note !== null).join(" ") || null;
}

/** Adds to the message of what is not found where it may be. */
export async function explainNotFound<T>(
  find: () => Promise<T>,
  explain: () => Promise<string | null>,
): Promise<T> {
  try {
    return await find();
  } catch (error) {
    if (!(error instanceof HoldfastError) || error.code !== "not_found") throw error;
    const note = await explain();
    if (note === null) throw error;
    throw new HoldfastError("not_found", `${error.message} ${note}`, { next: error.next });
  }
}
