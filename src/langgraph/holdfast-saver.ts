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
import { redactingSerializer } from "./redacting-serializer.ts";
import { configOf, placeOf, readConfig, recordIdOf } from "./thread-place.ts";
import { listRecordsOf, ThreadReader } from "./thread-reader.ts";
import { type SaverContext, ThreadWriter } from "./thread-writer.ts";

/** Threads whose last state is remembered, so that the next one costs what is new in it. */
const WRITERS = 100;
const DELETED_AT_ONCE = 500;

/** LangGraph's checkpoints as Holdfast's: each is a record of the thread's workflow, its state in the state tree. */
export class HoldfastSaver extends BaseCheckpointSaver {
  readonly #ctx: SaverContext;
  readonly #writers = new Map<string, ThreadWriter>();
  readonly #reader: ThreadReader;
  /** What writes; the reader has the one that was given. */
  readonly #written: SerializerProtocol;

  constructor(ctx: SaverContext, serde?: SerializerProtocol) {
    super(serde);
    this.#ctx = ctx;
    this.#reader = new ThreadReader(ctx.store, this.serde);
    this.#written = ctx.redactor ? redactingSerializer(this.serde, ctx.redactor) : this.serde;
  }

  async getTuple(config: RunnableConfig): Promise<CheckpointTuple | undefined> {
    // LangGraph asks without a thread too, and expects nothing.
    if (readConfig(config).thread === undefined) return undefined;
    const place = placeOf(config);
    const { store } = this.#ctx;
    const record =
      place.id === undefined
        ? (await listRecordsOf(store, { ...place, limit: 1 }))[0]
        : await store.getCheckpoint(recordIdOf(place, place.id));
    if (!record || record.trashedAt !== null) return undefined;
    return await this.#reader.tuple(record);
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
    const { id: parent, ...place } = placeOf(config);
    const wanted = { checkpoint, metadata, newVersions, parent, place };
    await this.#writerOf(JSON.stringify([place.thread, place.namespace])).save(wanted);
    return configOf(place, checkpoint.id);
  }

  async putWrites(
    config: RunnableConfig,
    writes: PendingWrite[],
    taskId: string,
    taskPath = "",
  ): Promise<void> {
    const place = placeOf(config);
    if (place.id === undefined) throw new HoldfastError("invalid_input", "The config has no checkpoint_id.");
    const checkpointId = recordIdOf(place, place.id);
    const rows = writes.map(async ([channel, value], i) => {
      const [type, bytes] = await this.#written.dumpsTyped(value);
      const position = WRITES_IDX_MAP[channel] ?? i;
      return { checkpointId, taskId, taskPath, position, channel, type, value: bytes };
    });
    await this.#ctx.store.putWrites(await Promise.all(rows));
  }

  async deleteThread(threadId: string): Promise<void> {
    const { store } = this.#ctx;
    for (;;) {
      const page = await listRecordsOf(store, { thread: threadId, limit: DELETED_AT_ONCE });
      if (page.length === 0) break;
      await store.deleteCheckpoints(page.map(({ id }) => id));
    }
    this.#writers.clear();
  }

  #writerOf(key: string): ThreadWriter {
    const writer = this.#writers.get(key) ?? new ThreadWriter(this.#ctx, this.#written);
    this.#writers.delete(key);
    this.#writers.set(key, writer);
    for (const [oldest] of this.#writers) {
      if (this.#writers.size <= WRITERS) break;
      this.#writers.delete(oldest);
    }
    return writer;
  }
}
