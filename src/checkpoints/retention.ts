import type { Checkpoint } from "../kernel/record.ts";

export interface RetentionRules {
  now: number;
  retentionDays: number;
  maxPerSession: number;
}

const DAY_MS = 86_400_000;

/**
 * Tells of one checkpoint after the other, newest first, whether retention lets it go. Pinned ones stay for ever. Of each
 * session (or workflow, or worktree outside both) the newest stays while it is inside the window, whatever the count. What
 * nobody sees any more (pinned aside, abandoned) takes no place of those that are counted.
 */
export function retention(rules: RetentionRules): (checkpoint: Checkpoint) => boolean {
  const seen = new Map<string, number>();
  return (checkpoint) => {
    if (checkpoint.retention === "pinned") return false;
    const isOld = checkpoint.createdAt < rules.now - rules.retentionDays * DAY_MS;
    if (checkpoint.abandoned) return isOld;
    const group = checkpoint.sessionId ?? checkpoint.workflowId ?? checkpoint.worktree;
    const rank = seen.get(group) ?? 0;
    seen.set(group, rank + 1);
    return isOld || rank >= rules.maxPerSession;
  };
}
