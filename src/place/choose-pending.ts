import type { PendingRestore } from "./files/pending-restores.ts";

/** Which pending place is meant; `none` leads to the newest place, whether someone waits for it or not. */
export type PendingChoice =
  | { type: "own" | "other"; pending: PendingRestore }
  | { type: "ask"; invalid: boolean }
  | { type: "none" };

export interface ChoiceAnswer {
  /** A number of the list, or `skip`. */
  choice: string | undefined;
  /** How many answers before this one were invalid. */
  tries: number;
}

/**
 * The place that the session's own sentinel names; else the only one; of several none without an answer (P27-P30). A second
 * invalid answer counts as `skip`.
 */
export function choosePending(
  pending: readonly PendingRestore[],
  own: string | undefined,
  { choice, tries }: ChoiceAnswer,
): PendingChoice {
  if (choice?.trim().toLowerCase() === "skip") return { type: "none" };
  const mine = pending.find(({ session }) => session === own);
  if (mine) return { type: "own", pending: mine };
  const [first] = pending;
  if (!first) return { type: "none" };
  if (pending.length === 1) return { type: "other", pending: first };
  if (choice === undefined) return { type: "ask", invalid: false };
  const chosen = /^\d{1,6}$/.test(choice.trim()) ? pending[Number(choice) - 1] : undefined;
  if (chosen) return { type: "other", pending: chosen };
  return tries === 0 ? { type: "ask", invalid: true } : { type: "none" };
}
