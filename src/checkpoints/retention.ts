import type { Checkpoint } from "../kernel/record.ts";

export interface RetentionRules {
  now: number;
  retentionDays: number;
  maxPerSession: number;
}

const DAY_MS = 86_400_000;

/**
 * Returns a predicate that decides whether a checkpoint has expired. Call it for all checkpoints, newest first. Pinned
 * ones never expire, nor does the newest of each worktree, so that a person who returns after a long break can
 * continue. `maxPerSession` applies per session, else per workflow, else per worktree.
 */
export function createRetentionPolicy(rules: RetentionRules): (checkpoint: Checkpoint) => boolean {
  const seen = new Map<string, number>();
  const worktrees = new Set<string>();
  return (checkpoint) => {
    const isOld = checkpoint.createdAt < rules.now - rules.retentionDays * DAY_MS;
    const isNewest = checkpoint.abandonedAt === null && !worktrees.has(checkpoint.worktree);
    if (isNewest) worktrees.add(checkpoint.worktree);
    if (checkpoint.retention === "pinned") return false;
    if (!isCounted(checkpoint)) return !isNewest && isOld;
    const group = groupOf(checkpoint);
    const rank = seen.get(group) ?? 0;
    seen.set(group, rank + 1);
    return !isNewest && (isOld || rank >= rules.maxPerSession);
  };
}

/** Marks take no place from what was captured, and what a rewind left behind takes none from what goes on. */
function isCounted({ kind, abandonedAt }: Checkpoint): boolean {
  return kind !== "mark" && abandonedAt === null;
}

function groupOf({ sessionId, workflowId, worktree }: Checkpoint): string {
  return sessionId ?? workflowId ?? worktree;
}
