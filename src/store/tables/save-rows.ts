import type { Checkpoint } from "../../kernel/record.ts";
import type { NodeMap } from "../../kernel/storage/node-storage.ts";

/** Each field of a record and its column: the compiler sees to it that none is missing. */
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

/** A record and its nodes as the parameters of statements that were written once: saves are the most frequent of all. */
export interface SaveRows {
  /** Values of `RECORD_COLUMNS`. */
  record: unknown[];
  /** In the order of their keys: two saves at once of the same nodes then wait for each other and cannot block each other. */
  nodes: { key: Uint8Array; bytes: Uint8Array }[];
  /** Nothing is saved when the sweep epoch is another. */
  since: number | null;
}

export function saveRowsOf(checkpoint: Checkpoint, nodes: NodeMap, since: number | undefined): SaveRows {
  const sorted = [...nodes].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    record: FIELDS.map((field) => checkpoint[field]),
    nodes: sorted.map(([key, bytes]) => ({ key: Buffer.from(key, "hex"), bytes })),
    since: since ?? null,
  };
}
