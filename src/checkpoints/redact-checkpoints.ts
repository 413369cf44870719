import type { Context } from "../kernel/context.ts";
import { HoldfastError } from "../kernel/errors.ts";
import type { JsonValue } from "../kernel/json.ts";
import type { Redactor } from "../kernel/ports/redactor.ts";
import type { Checkpoint } from "../kernel/record.ts";
import type { CheckpointStorage, StoredCheckpoint } from "../kernel/storage/checkpoint-storage.ts";
import type { NodeStorage } from "../kernel/storage/node-storage.ts";
import type { Transactions } from "../kernel/storage/transactions.ts";
import { allCheckpoints } from "./all-checkpoints.ts";
import { encodeState } from "./state/encode/encode-state.ts";
import { tryLoadState } from "./state/load/try-load-state.ts";

/** Texts by people and agents. Ids, hashes and paths stay, since others refer to them. */
const TEXTS = ["name", "workflowId", "workflowType", "stepName", "digest", "gitBranch"] as const;

type Parts = CheckpointStorage & NodeStorage;

/**
 * Rewrites the checkpoints in which the current rules find a secret, and returns how many. The nodes of their old
 * states are left to the sweep. An unreadable state stays unchanged; `doctor` reports it.
 */
export async function redactCheckpoints(
  { store, redactor }: Pick<Context, "redactor"> & { store: Parts & Transactions<CheckpointStorage> },
  { dryRun }: { dryRun: boolean },
): Promise<number> {
  let changed = 0;
  for await (const stored of allCheckpoints(store, { includeTrashed: true, includeAbandoned: true })) {
    const state = await stateOf(store, stored.stateRoot);
    const clean = state === undefined ? undefined : redactor.json(state);
    const { root, nodes } =
      clean === undefined ? { root: stored.stateRoot, nodes: new Map() } : encodeState(clean);
    const texts = redactedTexts(stored, redactor);
    if (root === stored.stateRoot && TEXTS.every((field) => texts[field] === stored[field])) continue;
    changed += 1;
    if (dryRun) continue;
    const { seq: _seq, ...checkpoint } = stored;
    await store.transaction(async (transaction) => {
      // Deleted in the meantime: nothing is left to redact.
      if ((await transaction.deleteCheckpoints([stored.id])) === 0) return;
      await transaction.saveCheckpoint({ ...checkpoint, ...texts, stateRoot: root }, nodes);
    });
  }
  return changed;
}

async function stateOf(store: NodeStorage, root: string): Promise<JsonValue | undefined> {
  const read = await tryLoadState(store, root);
  return read instanceof HoldfastError ? undefined : read.state;
}

function redactedTexts(
  checkpoint: StoredCheckpoint,
  redactor: Redactor,
): Pick<Checkpoint, (typeof TEXTS)[number]> {
  const text = (value: string | null) => (value === null ? null : redactor.text(value));
  return {
    name: text(checkpoint.name),
    workflowId: text(checkpoint.workflowId),
    workflowType: text(checkpoint.workflowType),
    stepName: text(checkpoint.stepName),
    digest: text(checkpoint.digest),
    gitBranch: text(checkpoint.gitBranch),
  };
}
