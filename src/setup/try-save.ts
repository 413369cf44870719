import { buildCheckpoint } from "../checkpoints/create-checkpoint.ts";
import { loadState } from "../checkpoints/state/load/load-state.ts";
import type { Context } from "../kernel/context.ts";
import type { CheckpointStorage } from "../kernel/storage/checkpoint-storage.ts";
import type { NodeStorage } from "../kernel/storage/node-storage.ts";
import type { Transactions } from "../kernel/storage/transactions.ts";

/** Saves a checkpoint, loads and verifies it, and rolls back. Returns the problem; undefined if there is none. */
export async function trySave({
  store,
  newId,
  clock,
}: Pick<Context, "newId" | "clock"> & { store: Transactions<CheckpointStorage & NodeStorage> }): Promise<
  string | undefined
> {
  const id = newId("chk");
  const fields = { id, projectId: "prj_doctor", worktree: "/", createdAt: clock() };
  const { checkpoint, nodes } = buildCheckpoint(fields, { doctor: id });
  const undone = new Error("undo");
  const attempt = store.transaction(async (inside) => {
    await inside.saveCheckpoint(checkpoint, nodes);
    await loadState(checkpoint.stateRoot, (keys) => inside.getNodes(keys));
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
