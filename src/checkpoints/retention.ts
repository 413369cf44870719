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
    const isNewest = !worktrees.has(checkpoint.worktree);
    worktrees.add(checkpoint.worktree);
    if (checkpoint.retention === "pinned") return false;
    const group = checkpoint.sessionId ?? checkpoint.workflowId ?? checkpoint.worktree;
    const rank = seen.get(group) ?? 0;
    seen.set(group, rank + 1);
    return !isNewest && (isOld || rank >= rules.maxPerSession);
  };
}
