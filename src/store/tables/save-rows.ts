import type { Checkpoint } from "../../kernel/record.ts";
import type { NodeMap } from "../../kernel/storage/node-storage.ts";

/** The column of each field of a record; the type makes sure that none is missing. */
const COLUMNS: Readonly<Record<keyof Checkpoint, string>> = {
  id: "id",
  kind: "kind",
  trigger: "trigger",
  name: "name",
  projectId: "project_id",
  worktree: "worktree",
  sessionId: "session_id",
  workflowId: "workflow_id",
  workflowType: "workflow_type",
  agent: "agent",
  parentId: "parent_id",
  stepNumber: "step_number",
  stepName: "step_name",
  progress: "progress",
  stateRoot: "state_root",
  digest: "digest",
  gitHead: "git_head",
  gitBranch: "git_branch",
  createdAt: "created_at",
  retention: "retention",
  trashedAt: "trashed_at",
  abandonedAt: "abandoned_at",
};
const FIELDS = Object.keys(COLUMNS) as (keyof Checkpoint)[];

export const RECORD_COLUMNS: readonly string[] = Object.values(COLUMNS);

/** The columns that change when a checkpoint is replaced. Its position in the order stays. */
export const REPLACED_COLUMNS: readonly string[] = RECORD_COLUMNS.filter(
  (column) => column !== COLUMNS.id && column !== COLUMNS.createdAt,
);

/** A record and its nodes as parameters of prepared statements: saves are the most frequent operation. */
export interface SaveRows {
  /** Values of `RECORD_COLUMNS`. */
  record: unknown[];
  /** Ordered by key, so that concurrent saves of the same nodes wait for each other without a deadlock. */
  nodes: { key: Uint8Array; bytes: Uint8Array }[];
  /** The expected sweep epoch: nothing is saved if it has changed. Null saves in any case. */
  since: number | null;
  /** Replace an existing record with the same id. */
  replace: boolean;
}

export function saveRowsOf(
  checkpoint: Checkpoint,
  nodes: NodeMap,
  { since, replace }: { since: number | undefined; replace: boolean },
): SaveRows {
  const sorted = [...nodes].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    record: FIELDS.map((field) => checkpoint[field]),
    nodes: sorted.map(([key, bytes]) => ({ key: Buffer.from(key, "hex"), bytes })),
    since: since ?? null,
    replace,
  };
}
