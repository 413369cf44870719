import type { Config } from "../kernel/config/config.ts";
import type { Checkpoint } from "../kernel/record.ts";

export interface RetentionRules {
  now: number;
  retentionDays: number;
  maxPerSession: number;
  maxPerWorkflow: number;
}

/**
 * `hot` is the newest checkpoint of its workflow or session, for one day. `warm` has not expired yet, and `kept` never
 * expires. `cold` has expired: it is archived, if an archive is configured, and deleted.
 */
export const TIERS = ["hot", "warm", "kept", "cold"] as const;
export type Tier = (typeof TIERS)[number];

const DAY_MS = 86_400_000;

export function retentionRules({ continuity }: Pick<Config, "continuity">, now: number): RetentionRules {
  const { retentionDays, maxCheckpointsPerSession, maxCheckpointsPerWorkflow } = continuity;
  return {
    now,
    retentionDays,
    maxPerSession: maxCheckpointsPerSession,
    maxPerWorkflow: maxCheckpointsPerWorkflow,
  };
}

/**
 * Returns a function that decides the tier of a checkpoint. It must be called for all checkpoints, newest first. Pinned
 * ones never expire, nor does the newest of each worktree, so that a person who returns after a long break can
 * continue. The limits apply per workflow, otherwise per session, otherwise per worktree.
 */
export function createRetentionPolicy(rules: RetentionRules): (checkpoint: Checkpoint) => Tier {
  const seen = new Map<string, number>();
  const worktrees = new Set<string>();
  return (checkpoint) => {
    const isNewest = checkpoint.abandonedAt === null && !worktrees.has(checkpoint.worktree);
    if (isNewest) worktrees.add(checkpoint.worktree);
    if (checkpoint.retention === "pinned") return "kept";
    const rank = isCounted(checkpoint) ? nextRank(seen, groupOf(checkpoint)) : undefined;
    const tier = tierAt(checkpoint, rank, rules);
    return tier === "cold" && isNewest ? "kept" : tier;
  };
}

/** Decides by age, and by the rank among the counted checkpoints of the group. */
function tierAt(checkpoint: Checkpoint, rank: number | undefined, rules: RetentionRules): Tier {
  const age = rules.now - checkpoint.createdAt;
  const isOver = rank !== undefined && rank >= limitOf(checkpoint, rules);
  if (isOver || age > rules.retentionDays * DAY_MS) return "cold";
  return rank === 0 && age <= DAY_MS ? "hot" : "warm";
}

/** Marks and abandoned checkpoints do not count toward the limits. */
function isCounted({ kind, abandonedAt }: Checkpoint): boolean {
  return kind !== "mark" && abandonedAt === null;
}

/** Two projects may use the same id of a workflow, and a workflow may have the id of a session. */
function groupOf({ projectId, sessionId, workflowId, worktree }: Checkpoint): string {
  return JSON.stringify([projectId, workflowId, workflowId === null ? (sessionId ?? worktree) : null]);
}

function limitOf({ workflowId }: Checkpoint, { maxPerWorkflow, maxPerSession }: RetentionRules): number {
  return workflowId === null ? maxPerSession : maxPerWorkflow;
}

function nextRank(counts: Map<string, number>, group: string): number {
  const count = counts.get(group) ?? 0;
  counts.set(group, count + 1);
  return count;
}
