import type { JsonValue } from "../../kernel/json.ts";
import type { Checkpoint } from "../../kernel/record.ts";
import type { CheckpointStorage } from "../../kernel/storage/checkpoint-storage.ts";
import { StateEncoder } from "./encode/state-encoder.ts";

export interface SaveOptions {
  /** The caller promises never to change earlier values in place, so that only new ones are compared. */
  immutable?: boolean;
  /** Replace a checkpoint that has the same id; otherwise it is kept, and nothing is saved. */
  replace?: boolean;
}

/**
 * Saves the successive states of one run and writes only new nodes. If a sweep may have deleted nodes of an earlier
 * state, the whole state is written again, so that no checkpoint refers to a missing node.
 */
export class StateSaver {
  readonly #store: CheckpointStorage;
  readonly #encoder = new StateEncoder();
  /** The sweep epoch of the store in which the encoder's confirmed nodes were stored. */
  #epoch: number | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(store: CheckpointStorage) {
    this.#store = store;
  }

  /** Concurrent calls are queued, since each state is compared with the previous one. */
  save(
    checkpoint: Omit<Checkpoint, "stateRoot">,
    state: JsonValue,
    options: SaveOptions = {},
  ): Promise<Checkpoint> {
    const saving = this.#last.then(() => this.#save(checkpoint, state, options));
    this.#last = saving.catch(() => {});
    return saving;
  }

  async #save(
    checkpoint: Omit<Checkpoint, "stateRoot">,
    state: JsonValue,
    { immutable = false, replace = false }: SaveOptions,
  ): Promise<Checkpoint> {
    const attempt = async (since: number | undefined) => {
      const { root, nodes } = this.#encoder.encode(state, { immutable });
      const saved = { ...checkpoint, stateRoot: root };
      const write = replace ? this.#store.replaceCheckpoint : this.#store.saveCheckpoint;
      return { saved, epoch: await write.call(this.#store, saved, nodes, since) };
    };
    try {
      let result = await attempt(this.#epoch);
      if (this.#epoch !== undefined && this.#epoch !== result.epoch) {
        this.#encoder.reset();
        result = await attempt(undefined);
      }
      this.#encoder.confirm();
      this.#epoch = result.epoch;
      return result.saved;
    } catch (error) {
      this.#encoder.reset();
      throw error;
    }
  }
}
