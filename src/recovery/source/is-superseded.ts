import type { SessionSummary } from "../../kernel/record.ts";
import { isUnopenedFork, UNOPENED } from "../../sessions/unopened-fork.ts";

/**
 * Whether a fork was created for a person who then did not want it: no agent has opened it, and it was withdrawn, or its
 * conversation went on since, in the original or in another fork. It is no work, and continues nothing.
 */
export function isSuperseded(fork: SessionSummary, known: readonly SessionSummary[]): boolean {
  if (!isUnopenedFork(fork)) return false;
  if (fork.endReason === UNOPENED.withdrawn) return true;
  return known.some(
    (other) => isSameConversation(fork, other) && (other.lastPromptAt ?? other.startedAt) > fork.startedAt,
  );
}

function isSameConversation({ id, parentId }: SessionSummary, other: SessionSummary): boolean {
  return other.id === parentId || (other.parentId === parentId && other.id !== id && other.promptCount > 0);
}
