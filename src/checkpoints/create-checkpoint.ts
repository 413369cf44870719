import type { JsonValue } from "../kernel/json.ts";
import type { Checkpoint, SessionSummary } from "../kernel/record.ts";
import type { NodeMap } from "../kernel/storage/node-storage.ts";
import { encodeState } from "./state/encode/encode-state.ts";

type GivenFields = Pick<Checkpoint, "id" | "projectId" | "worktree" | "createdAt"> &
  Partial<Omit<Checkpoint, "stateRoot">>;

/** A checkpoint to be saved, with the nodes of its state. */
export interface NewCheckpoint {
  checkpoint: Checkpoint;
  nodes: NodeMap;
}

/** Encodes a state and makes the checkpoint that is saved with it. All rooms that save a whole state build it here. */
export function buildCheckpoint(given: GivenFields, state: JsonValue): NewCheckpoint {
  const { root, nodes } = encodeState(state);
  return { checkpoint: { ...createCheckpoint(given), stateRoot: root }, nodes };
}

/** What a checkpoint takes from the session whose work it holds. */
export function fieldsOfSession(session: SessionSummary) {
  const { id: sessionId, projectId, worktree, agent, gitHead, gitBranch } = session;
  return { sessionId, projectId, worktree, agent, gitHead, gitBranch };
}

/** Fills in the defaults of a checkpoint. */
export function createCheckpoint(given: GivenFields): Omit<Checkpoint, "stateRoot"> {
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
