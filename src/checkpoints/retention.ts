import type { Config } from "../kernel/config/config.ts";
import type { Checkpoint, RetentionClass } from "../kernel/record.ts";

export interface RetentionRules {
  now: number;
  retentionDays: number;
  /** How long the newest checkpoint of a session is kept at least. */
  keepSessionsDays: number;
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

/** Named checkpoints, ends of phases and safety points are kept forever. */
export function retentionOf({ name, trigger }: Pick<Checkpoint, "name" | "trigger">): RetentionClass {
  const isPinned = name !== null || trigger === "phase_complete" || trigger === "before_risk";
  return isPinned ? "pinned" : "auto";
}

export function retentionRules({ continuity }: Pick<Config, "continuity">, now: number): RetentionRules {
  const { retentionDays, keepSessionsDays, maxCheckpointsPerSession, maxCheckpointsPerWorkflow } = continuity;
  return {
    now,
    retentionDays,
    keepSessionsDays,
    maxPerSession: maxCheckpointsPerSession,
    maxPerWorkflow: maxCheckpointsPerWorkflow,
  };
}

/**
 * Returns a function that decides the tier of a checkpoint. It must be called for all checkpoints, newest first. Pinned
 * ones never expire, nor does the newest of each worktree, so that a person who returns after a long break can
 * continue. The newest of each session is kept longer than the others, because agents delete their own files. The
 * limits apply per workflow, otherwise per session, otherwise per worktree.
 */
export function createRetentionPolicy(rules: RetentionRules): (checkpoint: Checkpoint) => Tier {
  const seen = new Map<string, number>();
  const worktrees = new Set<string>();
  const sessions = new Set<string>();
  return (checkpoint) => {
    const isNewest = checkpoint.abandonedAt === null && !worktrees.has(checkpoint.worktree);
    if (isNewest) worktrees.add(checkpoint.worktree);
    const isLast = isLastOfSession(checkpoint, sessions);
    if (checkpoint.retention === "pinned") return "kept";
    const rank = isCounted(checkpoint) ? nextRank(seen, groupOf(checkpoint)) : undefined;
    const tier = tierAt(checkpoint, rank, rules);
    if (tier !== "cold") return tier;
    if (isLast && isWithin(checkpoint, rules.now, rules.keepSessionsDays)) return "warm";
    return isNewest ? "kept" : "cold";
  };
}

/**
 * Whether it is the newest of its session. What the session saved for a workflow does not replace what was captured of
 * the session itself, so there may be one of each.
 */
function isLastOfSession(checkpoint: Checkpoint, seen: Set<string>): boolean {
  const { sessionId, workflowId } = checkpoint;
  if (sessionId === null || !isCounted(checkpoint)) return false;
  const known = seen.size;
  seen.add(sessionId);
  if (workflowId === null) seen.add(`${sessionId} itself`);
  return seen.size > known;
}

function isWithin({ createdAt }: Checkpoint, now: number, days: number): boolean {
  return now - createdAt <= days * DAY_MS;
}

/** Decides by age, and by the rank among the counted checkpoints of the group. */
function tierAt(checkpoint: Checkpoint, rank: number | undefined, rules: RetentionRules): Tier {
  const isOver = rank !== undefined && rank >= limitOf(checkpoint, rules);
  if (isOver || !isWithin(checkpoint, rules.now, rules.retentionDays)) return "cold";
  return rank === 0 && isWithin(checkpoint, rules.now, 1) ? "hot" : "warm";
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
