import type { PendingRestore } from "./files/pending-restores.ts";

/** The chosen pending place. `none` stands for the newest place, whether pending or not. */
export type PendingChoice =
  | { type: "own" | "other"; pending: PendingRestore }
  | { type: "ask"; invalid: boolean }
  | { type: "none" };

export interface ChoiceAnswer {
  /** A number in the list, or `skip`. */
  choice: string | undefined;
  /** Number of invalid answers before this one. */
  tries: number;
}

/**
 * Chooses the session's own pending place, otherwise the only one. If there are several, an answer is needed (P27-P30).
 * A second invalid answer counts as `skip`.
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
