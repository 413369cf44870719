import type { RunnableConfig } from "@langchain/core/runnables";
import {
  type Checkpoint,
  type CheckpointMetadata,
  type CheckpointTuple,
  maxChannelVersion,
  type SerializerProtocol,
  TASKS,
} from "@langchain/langgraph-checkpoint";
import { StateReader } from "../checkpoints/state/load/state-reader.ts";
import type { CheckpointStorage, StoredCheckpoint } from "../kernel/storage/checkpoint-storage.ts";
import type { NodeStorage } from "../kernel/storage/node-storage.ts";
import type { PendingWrite, WriteStorage } from "../kernel/storage/write-storage.ts";
import { decodeChannel } from "./decode-values.ts";
import { configOf, readConfig, recordIdOf, timeOfId } from "./thread-key.ts";
import { fromState, matches, type ThreadState } from "./thread-state.ts";
import { type SaverContext, WORKFLOW_TYPE } from "./thread-writer.ts";

/** The first version of the format that keeps pending sends in a channel. */
const SENDS_IN_CHANNEL = 4;
const PAGE = 50;

interface Page {
  projectId: string;
  thread?: string | undefined;
  namespace?: string | undefined;
  until?: number | undefined;
  after?: StoredCheckpoint | undefined;
  limit: number;
}

/** Lists the stored checkpoints of a project's threads, newest first. */
export async function listRecordsOf(
  store: CheckpointStorage,
  { projectId, thread, namespace, until, after, limit }: Page,
): Promise<StoredCheckpoint[]> {
  return await store.listCheckpoints({
    projectId,
    kind: "step",
    workflowType: WORKFLOW_TYPE,
    ...(thread === undefined ? {} : { workflowId: thread }),
    ...(namespace === undefined ? {} : { stepName: namespace }),
    ...(until === undefined ? {} : { until }),
    ...(after === undefined ? {} : { after }),
    limit,
  });
}

interface ListOptions {
  before?: RunnableConfig | undefined;
  filter?: Record<string, unknown> | undefined;
}

/** A cheap upper bound on the time, in addition to the comparison of ids. */
function timeAfter(id: string | undefined): number | undefined {
  const time = id === undefined ? undefined : timeOfId(id);
  return time === undefined ? undefined : time + 1;
}

function isRequested(
  checkpoint: ThreadState["checkpoint"],
  { id, beforeId }: { id: string | undefined; beforeId: string | undefined },
): boolean {
  return (id === undefined || checkpoint.id === id) && (beforeId === undefined || checkpoint.id < beforeId);
}

function writesOf(writes: readonly PendingWrite[], { id }: StoredCheckpoint): PendingWrite[] {
  return writes.filter(({ checkpointId }) => checkpointId === id);
}

/** Converts stored checkpoints to LangGraph's tuples. */
export class ThreadReader {
  readonly #store: CheckpointStorage & NodeStorage & WriteStorage;
  readonly #projectId: string;
  readonly #serde: SerializerProtocol;
  readonly #states: StateReader;

  constructor({ store, projectId }: Pick<SaverContext, "store" | "projectId">, serde: SerializerProtocol) {
    this.#store = store;
    this.#projectId = projectId;
    this.#serde = serde;
    this.#states = new StateReader(store);
  }

  async tuple(record: StoredCheckpoint): Promise<CheckpointTuple | undefined> {
    const state = await this.#stateOf(record);
    return state ? await this.#tupleOf(record, state, await this.#store.listWrites([record.id])) : undefined;
  }

  async *list(
    config: RunnableConfig,
    { before = {}, filter = {} }: ListOptions,
  ): AsyncGenerator<CheckpointTuple> {
    const { thread, namespace, id } = readConfig(config);
    const beforeId = readConfig(before).id;
    const page = { projectId: this.#projectId, thread, namespace, until: timeAfter(beforeId), limit: PAGE };
    let after: StoredCheckpoint | undefined;
    do {
      const records = await listRecordsOf(this.#store, { ...page, after });
      after = records.length === PAGE ? records.at(-1) : undefined;
      const writes = await this.#store.listWrites(records.map(({ id }) => id));
      for (const record of records) {
        const state = await this.#stateOf(record);
        if (!state || !isRequested(state.checkpoint, { id, beforeId })) continue;
        const tuple = await this.#tupleOf(record, state, writesOf(writes, record));
        if (matches(tuple.metadata ?? ({} as CheckpointMetadata), filter)) yield tuple;
      }
    } while (after);
  }

  async #stateOf({ stateRoot }: StoredCheckpoint): Promise<ThreadState | undefined> {
    return fromState(await this.#states.load(stateRoot));
  }

  async #tupleOf(
    record: StoredCheckpoint,
    state: ThreadState,
    writes: readonly PendingWrite[],
  ): Promise<CheckpointTuple> {
    const { projectId, workflowId, stepName } = record;
    const key = { projectId, thread: workflowId ?? "", namespace: stepName ?? "" };
    const values = Object.entries(state.values).map(
      async ([channel, value]) => [channel, await decodeChannel(this.#serde, value)] as const,
    );
    const checkpoint = { ...state.checkpoint, channel_values: Object.fromEntries(await Promise.all(values)) };
    const { parent } = state;
    if (checkpoint.v < SENDS_IN_CHANNEL && parent !== null)
      await this.#addPendingSends(checkpoint, recordIdOf(key, parent));
    return {
      config: configOf(key, checkpoint.id),
      checkpoint,
      metadata: (await decodeChannel(this.#serde, state.metadata)) as CheckpointMetadata,
      pendingWrites: await Promise.all(writes.map((write) => this.#writeOf(write))),
      ...(parent === null ? {} : { parentConfig: configOf(key, parent) }),
    };
  }

  /** Adds what tasks of the parent sent: older versions of LangGraph stored it with the parent. */
  async #addPendingSends(checkpoint: Checkpoint, parentId: string): Promise<void> {
    const writes = await this.#store.listWrites([parentId]);
    const sends = writes.filter(({ channel }) => channel === TASKS).map((write) => this.#writeOf(write));
    checkpoint.channel_values[TASKS] = (await Promise.all(sends)).map(([, , value]) => value);
    const versions = Object.values(checkpoint.channel_versions);
    checkpoint.channel_versions = {
      ...checkpoint.channel_versions,
      [TASKS]: versions.length > 0 ? maxChannelVersion(...versions) : 1,
    };
  }

  async #writeOf({ taskId, channel, type, value }: PendingWrite): Promise<[string, string, unknown]> {
    return [taskId, channel, await this.#serde.loadsTyped(type, value)];
  }
}
