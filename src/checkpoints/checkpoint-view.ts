import * as z from "zod";
import type { Redactor } from "../kernel/ports/redactor.ts";
import { type Checkpoint, KINDS, RETENTION_CLASSES, TRIGGERS } from "../kernel/record.ts";
import type { SessionParent, SessionStorage } from "../kernel/storage/session-storage.ts";

const text = z.string().nullable();

/** A checkpoint as all surfaces show it; times are ISO-8601 in UTC (D10). */
export const CheckpointView = z.object({
  id: z.string(),
  kind: z.enum(KINDS),
  trigger: z.enum(TRIGGERS),
  name: text,
  workflow: text,
  workflowType: text,
  step: text,
  stepNumber: z.number().nullable(),
  progress: z.number().nullable(),
  agent: text,
  session: text,
  /** The agent's own id of the session. */
  nativeSession: text,
  /**
   * The session that its session continues, in the same agent or handed off from another one. Omitted if only the work
   * is shown.
   */
  continues: z
    .object({
      session: z.string(),
      nativeSession: z.string(),
      agent: z.string(),
      reason: z.enum(["compact", "clear", "fork", "resume", "handoff"]),
    })
    .nullable()
    .optional(),
  worktree: z.string(),
  branch: text,
  head: text,
  parent: text,
  digest: text,
  createdAt: z.string(),
  retention: z.enum(RETENTION_CLASSES),
  stateRoot: z.string(),
  /** Whether a rewind abandoned it. */
  abandoned: z.boolean(),
});

export type CheckpointView = z.infer<typeof CheckpointView>;

/**
 * Returns a function that converts these checkpoints to views. Looks up their sessions' ids and parents in one query
 * each.
 */
export async function checkpointViewer(
  { store, redactor }: { store: SessionStorage; redactor: Redactor },
  checkpoints: readonly Checkpoint[],
): Promise<(checkpoint: Checkpoint) => CheckpointView> {
  const sessions = [...new Set(checkpoints.flatMap(({ sessionId }) => sessionId ?? []))];
  const nativeIds = await store.nativeIds(sessions);
  const parents = await store.listParents(sessions);
  return (checkpoint) => {
    const session = checkpoint.sessionId ?? "";
    const view = toCheckpointView(checkpoint, redactor, nativeIds.get(session) ?? null);
    return { ...view, continues: toContinues(parents.get(session)) };
  };
}

function toContinues(parent: SessionParent | undefined): NonNullable<CheckpointView["continues"]> | null {
  if (!parent) return null;
  const { id: session, nativeId: nativeSession, agent, reason } = parent;
  return { session, nativeSession, agent, reason };
}

/** Redacts again on output, since the rules may have improved after the record was written. */
export function toCheckpointView(
  checkpoint: Checkpoint,
  redactor: Redactor,
  nativeSession: string | null,
): CheckpointView {
  const shown = (value: string | null) => (value === null ? null : redactor.text(value));
  return {
    id: checkpoint.id,
    kind: checkpoint.kind,
    trigger: checkpoint.trigger,
    name: shown(checkpoint.name),
    workflow: checkpoint.workflowId,
    workflowType: checkpoint.workflowType,
    step: shown(checkpoint.stepName),
    stepNumber: checkpoint.stepNumber,
    progress: checkpoint.progress,
    agent: checkpoint.agent,
    session: checkpoint.sessionId,
    nativeSession,
    worktree: checkpoint.worktree,
    branch: shown(checkpoint.gitBranch),
    head: checkpoint.gitHead,
    parent: checkpoint.parentId,
    digest: shown(checkpoint.digest),
    createdAt: new Date(checkpoint.createdAt).toISOString(),
    retention: checkpoint.retention,
    stateRoot: checkpoint.stateRoot,
    abandoned: checkpoint.abandonedAt !== null,
  };
}
