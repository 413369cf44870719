import type { JsonValue } from "../../kernel/json.ts";
import type { Checkpoint } from "../../kernel/record.ts";
import type { Durability, Store } from "../../kernel/store.ts";
import { encodeState } from "./encode-state.ts";
import { StateEncoder } from "./state-encoder.ts";

export interface SaveOptions {
  /** Promises that nothing that was handed over before is changed in place: only what is new is looked at. */
  immutable?: boolean;
  durability?: Durability;
}

/**
 * Saves the successive states of one run, and pays for what is new. A sweep may delete nodes that an earlier state brought
 * to the store: then the whole state is given again, in the same transaction, so that no checkpoint points at nothing.
 */
export class StateSaver {
  readonly #store: Store;
  readonly #encoder = new StateEncoder();
  /** The store's sweep epoch when the encoder's memory was last known to be true. */
  #epoch: number | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(store: Store) {
    this.#store = store;
  }

  /** One at a time: the next state is compared with what this one has brought to the store. */
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
    { immutable = false, durability = "full" }: SaveOptions,
  ): Promise<Checkpoint> {
    const { root, nodes } = this.#encoder.encode(state, { immutable });
    const saved = { ...checkpoint, stateRoot: root };
    try {
      const epoch = await this.#store.transaction(async (store) => {
        await store.saveCheckpoint(saved, nodes, durability);
        // Read after the save, which keeps every sweep waiting until the commit.
        const now = await store.sweepEpoch();
        if (this.#isStale(now)) await store.saveCheckpoint(saved, encodeState(state).nodes, durability);
        return now;
      });
      if (this.#isStale(epoch)) this.#encoder.forget();
      else this.#encoder.confirm();
      this.#epoch = epoch;
      return saved;
    } catch (error) {
      this.#encoder.forget();
      throw error;
    }
  }

  #isStale(epoch: number): boolean {
    return this.#epoch !== undefined && this.#epoch !== epoch;
  }
}
