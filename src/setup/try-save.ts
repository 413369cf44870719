import { encodeState } from "../checkpoints/state/encode-state.ts";
import { loadState } from "../checkpoints/state/load-state.ts";
import type { Context } from "../kernel/context.ts";
import type { Checkpoint } from "../kernel/record.ts";

/**
 * Saves a checkpoint, reads it back with verification, and undoes it: the whole way of a real one. Says what went wrong;
 * nothing when all is well.
 */
export async function trySave({ store, newId, clock }: Context): Promise<string | undefined> {
  const id = newId("chk");
  const { root, nodes } = encodeState({ doctor: id });
  const undone = new Error("undo");
  const attempt = store.transaction(async (inside) => {
    await inside.saveCheckpoint(nameless({ id, stateRoot: root, createdAt: clock() }), nodes, "grouped");
    await loadState(root, (keys) => inside.getNodes(keys));
    throw undone;
  });
  try {
    await attempt;
    return undefined;
  } catch (error) {
    if (error === undone) return undefined;
    return error instanceof Error ? error.message : String(error);
  }
}

function nameless(own: Pick<Checkpoint, "id" | "stateRoot" | "createdAt">): Checkpoint {
  return {
    ...own,
    kind: "place",
    trigger: "explicit",
    name: null,
    projectId: "prj_doctor",
    worktree: "/",
    sessionId: null,
    workflowId: null,
    workflowType: null,
    agent: null,
    parentId: null,
    stepNumber: null,
    stepName: null,
    progress: null,
    digest: null,
    workspaceRef: null,
    gitHead: null,
    gitBranch: null,
    retention: "auto",
    abandoned: false,
    trashedAt: null,
  };
}
