import type { RunnableConfig } from "@langchain/core/runnables";
import {
  BaseCheckpointSaver,
  type ChannelVersions,
  type Checkpoint,
  type CheckpointListOptions,
  type CheckpointMetadata,
  type CheckpointTuple,
  type PendingWrite,
  type SerializerProtocol,
  WRITES_IDX_MAP,
} from "@langchain/langgraph-checkpoint";
import { HoldfastError } from "../kernel/errors.ts";
import type { StoredCheckpoint } from "../kernel/storage/checkpoint-storage.ts";
import { createRedactingSerializer, createStrictSerializer } from "./serializers.ts";
import {
  configOf,
  oldRecordIdOf,
  readConfig,
  recordIdOf,
  type ThreadKey,
  threadKeyOf,
} from "./thread-key.ts";
import { listRecordsOf, ThreadReader } from "./thread-reader.ts";
import { type SaverContext, ThreadWriter } from "./thread-writer.ts";

/** The number of threads whose last state is cached, so that the cost of the next one depends only on what is new. */
const WRITERS = 100;
const DELETED_AT_ONCE = 500;

/** Saves LangGraph's checkpoints as checkpoints of the thread's workflow, with their state in the state tree. */
export class HoldfastSaver extends BaseCheckpointSaver {
  readonly #ctx: SaverContext;
  readonly #writers = new Map<string, ThreadWriter>();
  readonly #reader: ThreadReader;
  /** The serializer for writing. The reader uses the one that was given. */
  readonly #writeSerde: SerializerProtocol;
  #lastTuple: Promise<unknown> = Promise.resolve();

  constructor(ctx: SaverContext, serde?: SerializerProtocol) {
    super(serde);
    this.#ctx = ctx;
    this.#reader = new ThreadReader(ctx, this.serde);
    const strict = createStrictSerializer(this.serde);
    this.#writeSerde = ctx.redactor ? createRedactingSerializer(strict, ctx.redactor) : strict;
  }

  /** Concurrent calls return in the order in which they were made. */
  async getTuple(config: RunnableConfig): Promise<CheckpointTuple | undefined> {
    const earlier = this.#lastTuple;
    const tuple = this.#findTuple(config);
    this.#lastTuple = Promise.allSettled([earlier, tuple]);
    await earlier;
    return await tuple;
  }

  async #findTuple(config: RunnableConfig): Promise<CheckpointTuple | undefined> {
    // LangGraph also asks without a thread, and expects nothing.
    if (readConfig(config).thread === undefined) return undefined;
    const { store, projectId } = this.#ctx;
    const { id, ...key } = threadKeyOf(config, projectId);
    const record =
      id === undefined
        ? (await listRecordsOf(store, { ...key, limit: 1 }))[0]
        : await this.#findRecord(key, id);
    if (!record || record.trashedAt !== null) return undefined;
    return await this.#reader.tuple(record);
  }

  async #findRecord(key: ThreadKey, id: string): Promise<StoredCheckpoint | undefined> {
    const { store, projectId } = this.#ctx;
    const found = await store.getCheckpoint(recordIdOf(key, id));
    if (found) return found;
    const old = await store.getCheckpoint(oldRecordIdOf(key, id));
    return old?.projectId === projectId ? old : undefined;
  }

  async *list(
    config: RunnableConfig,
    { limit, before, filter }: CheckpointListOptions = {},
  ): AsyncGenerator<CheckpointTuple> {
    let left = limit ?? Number.POSITIVE_INFINITY;
    for await (const tuple of this.#reader.list(config, { before, filter })) {
      if (left-- <= 0) return;
      yield tuple;
    }
  }

  async put(
    config: RunnableConfig,
    checkpoint: Checkpoint,
    metadata: CheckpointMetadata,
    newVersions: ChannelVersions,
  ): Promise<RunnableConfig> {
    const { id: parent, ...key } = threadKeyOf(config, this.#ctx.projectId);
    const put = { checkpoint, metadata, newVersions, parent, key };
    await this.#writerOf(JSON.stringify([key.thread, key.namespace])).save(put);
    return configOf(key, checkpoint.id);
  }

  async putWrites(
    config: RunnableConfig,
    writes: PendingWrite[],
    taskId: string,
    taskPath = "",
  ): Promise<void> {
    const { id, ...key } = threadKeyOf(config, this.#ctx.projectId);
    if (id === undefined) throw new HoldfastError("invalid_input", "The config has no checkpoint_id.");
    const checkpointId = recordIdOf(key, id);
    const rows = writes.map(async ([channel, value], i) => {
      const [type, bytes] = await this.#writeSerde.dumpsTyped(value);
      const position = WRITES_IDX_MAP[channel] ?? i;
      return { checkpointId, taskId, taskPath, position, channel, type, value: bytes };
    });
    await this.#ctx.store.putWrites(await Promise.all(rows));
  }

  async deleteThread(threadId: string): Promise<void> {
    const { store, projectId } = this.#ctx;
    for (;;) {
      const page = await listRecordsOf(store, { projectId, thread: threadId, limit: DELETED_AT_ONCE });
      if (page.length === 0) break;
      await store.deleteCheckpoints(page.map(({ id }) => id));
    }
    this.#writers.clear();
  }

  #writerOf(key: string): ThreadWriter {
    const writer = this.#writers.get(key) ?? new ThreadWriter(this.#ctx, this.#writeSerde);
    this.#writers.delete(key);
    this.#writers.set(key, writer);
    for (const [oldest] of this.#writers) {
      if (this.#writers.size <= WRITERS) break;
      this.#writers.delete(oldest);
    }
    return writer;
  }
}
