import type { Context } from "../kernel/context.ts";
import { HoldfastError } from "../kernel/errors.ts";
import type { JsonValue } from "../kernel/json.ts";
import type { Redactor } from "../kernel/ports/redactor.ts";
import type { Checkpoint } from "../kernel/record.ts";
import type { CheckpointStorage } from "../kernel/storage/checkpoint-storage.ts";
import type { NodeMap, NodeStorage } from "../kernel/storage/node-storage.ts";
import type { Transactions } from "../kernel/storage/transactions.ts";
import { allCheckpoints } from "./all-checkpoints.ts";
import { encodeState } from "./state/encode/encode-state.ts";
import { tryLoadState } from "./state/load/load-state.ts";

/** Fields with text by people and agents. Ids, hashes and paths are not redacted, since other records refer to them. */
const TEXTS = ["name", "workflowId", "workflowType", "stepName", "digest", "gitBranch"] as const;

type Parts = CheckpointStorage & NodeStorage;

/**
 * Rewrites the checkpoints in which the current rules find a secret, and returns how many. The next sweep deletes the
 * nodes of their old states. An unreadable state is not changed; `doctor` reports it.
 */
export async function redactCheckpoints(
  { store, redactor }: Pick<Context, "redactor"> & { store: Parts & Transactions<CheckpointStorage> },
  { dryRun }: { dryRun: boolean },
): Promise<number> {
  let changed = 0;
  for await (const stored of allCheckpoints(store, { includeTrashed: true, includeAbandoned: true })) {
    const { checkpoint, nodes } = await redactCheckpoint({ store, redactor }, stored);
    if (
      checkpoint.stateRoot === stored.stateRoot &&
      TEXTS.every((field) => checkpoint[field] === stored[field])
    )
      continue;
    changed += 1;
    if (dryRun) continue;
    await store.transaction(async (transaction) => {
      // It was deleted in the meantime, so there is nothing to redact.
      if ((await transaction.deleteCheckpoints([stored.id])) === 0) return;
      await transaction.saveCheckpoint(checkpoint, nodes);
    });
  }
  return changed;
}

/**
 * Applies the current redaction rules to a checkpoint. Returns it with the nodes of its state. If the state is
 * unreadable, its root does not change and there are no nodes.
 */
export async function redactCheckpoint(
  { store, redactor }: { store: NodeStorage; redactor: Redactor },
  stored: Checkpoint,
): Promise<{ checkpoint: Checkpoint; nodes: NodeMap }> {
  const state = await tryReadState(store, stored.stateRoot);
  const { root, nodes } =
    state === undefined
      ? { root: stored.stateRoot, nodes: new Map<string, Uint8Array>() }
      : encodeState(redactor.json(state));
  const { seq: _seq, ...checkpoint } = { seq: 0, ...stored };
  return { checkpoint: { ...checkpoint, ...redactTexts(stored, redactor), stateRoot: root }, nodes };
}

async function tryReadState(store: NodeStorage, root: string): Promise<JsonValue | undefined> {
  const read = await tryLoadState(store, root);
  return read instanceof HoldfastError ? undefined : read.state;
}

function redactTexts(checkpoint: Checkpoint, redactor: Redactor): Pick<Checkpoint, (typeof TEXTS)[number]> {
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
