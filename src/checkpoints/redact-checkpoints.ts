import { isDeepStrictEqual } from "node:util";
import type { Context } from "../kernel/context.ts";
import { HoldfastError } from "../kernel/errors.ts";
import type { JsonValue } from "../kernel/json.ts";
import type { Redactor } from "../kernel/ports/redactor.ts";
import type { Checkpoint } from "../kernel/record.ts";
import type { CheckpointStorage } from "../kernel/storage/checkpoint-storage.ts";
import type { NodeMap, NodeStorage } from "../kernel/storage/node-storage.ts";
import type { Transactions } from "../kernel/storage/transactions.ts";
import type { PendingWrite, WriteStorage } from "../kernel/storage/write-storage.ts";
import { tryParseJson } from "../text/json-text.ts";
import { allCheckpoints } from "./all-checkpoints.ts";
import { encodeState } from "./state/encode/encode-state.ts";
import { tryLoadState } from "./state/load/load-state.ts";

/** Fields with text by people and agents. Ids, hashes and paths are not redacted, since other records refer to them. */
const TEXTS = ["name", "workflowId", "workflowType", "stepName", "digest", "gitBranch"] as const;

type Parts = CheckpointStorage & NodeStorage & WriteStorage;

/**
 * Rewrites the checkpoints in which the current rules find a secret, and their pending writes, and returns how many. The
 * next sweep deletes the nodes of their old states. An unreadable state is not changed; `doctor` reports it.
 */
export async function redactCheckpoints(
  {
    store,
    redactor,
  }: Pick<Context, "redactor"> & { store: Parts & Transactions<CheckpointStorage & WriteStorage> },
  { dryRun }: { dryRun: boolean },
): Promise<number> {
  let changed = 0;
  for await (const stored of allCheckpoints(store, { includeTrashed: true, includeAbandoned: true })) {
    const { checkpoint, nodes } = await redactCheckpoint({ store, redactor }, stored);
    const writes = redactWrites(await store.listWrites([stored.id]), redactor);
    if (
      writes.length === 0 &&
      checkpoint.stateRoot === stored.stateRoot &&
      TEXTS.every((field) => checkpoint[field] === stored[field])
    )
      continue;
    changed += 1;
    if (dryRun) continue;
    await store.transaction(async (transaction) => {
      // Locks the record on a server. If it was deleted in the meantime, there is nothing to redact.
      if (!(await transaction.updateCheckpoint(stored.id, { retention: stored.retention }))) return;
      const { trashedAt, abandonedAt } = (await transaction.getCheckpoint(stored.id)) ?? stored;
      await transaction.replaceCheckpoint({ ...checkpoint, trashedAt, abandonedAt }, nodes);
      await transaction.replaceWrites(writes);
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

/** The writes that the rules change. Bytes of other encodings than JSON stay as they are, as in states. */
function redactWrites(writes: readonly PendingWrite[], redactor: Redactor): PendingWrite[] {
  return writes.flatMap((write) => {
    const json = write.type === "json" ? tryParseJson(Buffer.from(write.value).toString("utf8")) : undefined;
    if (json === undefined) return [];
    const redacted = redactor.json(json as JsonValue);
    if (isDeepStrictEqual(redacted, json)) return [];
    return [{ ...write, value: Buffer.from(JSON.stringify(redacted)) }];
  });
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
