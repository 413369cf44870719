import type { SessionSummary } from "../kernel/record.ts";

/**
 * Why a fork that Holdfast created is over although no agent has opened it. `withdrawn`: what it was created for was taken
 * back. The first event of its agent removes the reason, as with any session that goes on.
 */
export const UNOPENED = { created: "forked", withdrawn: "fork withdrawn" } as const;

/** Whether a session is a fork of which there is only the transcript that Holdfast wrote. */
export function isUnopenedFork({ parentReason, endReason }: SessionSummary): boolean {
  return parentReason === "fork" && (endReason === UNOPENED.created || endReason === UNOPENED.withdrawn);
}
