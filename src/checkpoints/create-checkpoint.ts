import type { Checkpoint } from "../kernel/record.ts";

type RequiredFields = Pick<Checkpoint, "id" | "projectId" | "worktree" | "createdAt">;

/** Fills in the defaults of a checkpoint. */
export function createCheckpoint(
  given: RequiredFields & Partial<Omit<Checkpoint, "stateRoot">>,
): Omit<Checkpoint, "stateRoot"> {
  return {
    kind: "step",
    trigger: "explicit",
    name: null,
    sessionId: null,
    workflowId: null,
    workflowType: null,
    agent: null,
    parentId: null,
    stepNumber: null,
    stepName: null,
    progress: null,
    digest: null,
    gitHead: null,
    gitBranch: null,
    retention: "auto",
    trashedAt: null,
    abandonedAt: null,
    ...given,
  };
}

/** The creation time of a child: never before its parent's, even if the clock was set back. */
export function notBefore(parent: Pick<Checkpoint, "createdAt"> | undefined, now: number): number {
  return Math.max(now, parent?.createdAt ?? now);
}
