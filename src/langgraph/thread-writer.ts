import type {
  ChannelVersions,
  Checkpoint,
  CheckpointMetadata,
  SerializerProtocol,
} from "@langchain/langgraph-checkpoint";
import { createCheckpoint } from "../checkpoints/create-checkpoint.ts";
import { StateSaver } from "../checkpoints/state/state-saver.ts";
import type { Clock } from "../kernel/clock.ts";
import { HoldfastError } from "../kernel/errors.ts";
import type { JsonObject, JsonValue } from "../kernel/json.ts";
import type { Redactor } from "../kernel/ports/redactor.ts";
import type { RetentionClass } from "../kernel/record.ts";
import type { CheckpointStorage } from "../kernel/storage/checkpoint-storage.ts";
import type { NodeStorage } from "../kernel/storage/node-storage.ts";
import type { WriteStorage } from "../kernel/storage/write-storage.ts";
import { encodeChannel, encodeOpaque, ListEncoder } from "./encode-values.ts";
import { recordIdOf, type ThreadKey, timeOfId } from "./thread-key.ts";
import { toState } from "./thread-state.ts";

export interface SaverContext {
  store: CheckpointStorage & NodeStorage & WriteStorage;
  clock: Clock;
  /** The project and worktree of the threads. */
  projectId: string;
  worktree: string;
  /** `pinned` keeps threads until they are deleted; `auto` lets `holdfast prune` delete old ones. */
  retention: RetentionClass;
  /** Promises that the graph never changes values of its state in place. */
  immutable: boolean;
  /** Removes secrets from what is stored. Without it, a graph reads back exactly what it put in. */
  redactor?: Redactor | undefined;
}

export interface Put {
  key: ThreadKey;
  checkpoint: Checkpoint;
  metadata: CheckpointMetadata;
  newVersions: ChannelVersions;
  parent: string | undefined;
}

/** The workflow type of LangGraph threads in the store. */
export const WORKFLOW_TYPE = "langgraph";

/** Saves the successive checkpoints of one thread. */
export class ThreadWriter {
  readonly #ctx: SaverContext;
  readonly #serde: SerializerProtocol;
  readonly #saver: StateSaver;
  readonly #lists: ListEncoder;

  constructor(ctx: SaverContext, serde: SerializerProtocol) {
    this.#ctx = ctx;
    this.#serde = serde;
    this.#saver = new StateSaver(ctx.store);
    this.#lists = new ListEncoder(serde);
  }

  async save(put: Put): Promise<void> {
    const { immutable } = this.#ctx;
    try {
      const encode = (channel: string, value: unknown) =>
        immutable ? this.#lists.encode(channel, value) : encodeChannel(this.#serde, value);
      await this.#saver.save(this.#recordOf(put), await this.#stateOf(put, encode), {
        immutable,
        replace: true,
      });
    } catch (error) {
      if (!(error instanceof HoldfastError) || error.code !== "invalid_input") throw error;
      const state = await this.#stateOf(put, (_channel, value) => encodeOpaque(this.#serde, value));
      await this.#saver.save(this.#recordOf(put), state, { replace: true });
    }
  }

  #recordOf({ key, checkpoint, metadata, parent }: Put) {
    const { clock, projectId, worktree, retention } = this.#ctx;
    return createCheckpoint({
      id: recordIdOf(key, checkpoint.id),
      projectId,
      worktree,
      retention,
      workflowId: key.thread,
      workflowType: WORKFLOW_TYPE,
      stepName: key.namespace,
      stepNumber: metadata.step,
      parentId: parent === undefined ? null : recordIdOf(key, parent),
      createdAt: timeOfId(checkpoint.id) ?? clock(),
    });
  }

  async #stateOf(
    { checkpoint, metadata, newVersions, parent }: Put,
    encode: (channel: string, value: unknown) => Promise<JsonObject>,
  ): Promise<JsonValue> {
    // Without a parent, only the new values are valid. With a parent, the others are those of the parent.
    const isKept = (channel: string) => parent !== undefined || Object.hasOwn(newVersions, channel);
    const channels = Object.entries(checkpoint.channel_values).filter(([channel]) => isKept(channel));
    const values = channels.map(async ([channel, value]) => [channel, await encode(channel, value)] as const);
    return toState({
      checkpoint,
      values: Object.fromEntries(await Promise.all(values)),
      metadata: await encodeChannel(this.#serde, metadata),
      parent: parent ?? null,
    });
  }
}
