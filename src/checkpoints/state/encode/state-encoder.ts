import type { JsonValue } from "../../../kernel/json.ts";
import { type EncodedState, encodeInto } from "./encode-state.ts";
import type { Known } from "./known-value.ts";

/**
 * Encodes the successive states of one run incrementally. Unchanged parts cost a comparison; with `immutable: true`
 * most list elements are compared by identity only. The result omits nodes that an earlier, confirmed encoding stored.
 */
export class StateEncoder {
  #known: Known | undefined;
  #unconfirmed = new Map<string, Uint8Array>();

  /** `immutable` promises that values passed earlier are never changed in place. */
  encode(value: JsonValue, { immutable = false }: { immutable?: boolean } = {}): EncodedState {
    try {
      const { root, known } = encodeInto(this.#unconfirmed, value, { known: this.#known, immutable });
      this.#known = known;
      return { root, nodes: new Map(this.#unconfirmed) };
    } catch (error) {
      this.reset();
      throw error;
    }
  }

  /** Call it once the nodes of the last encoding are stored: the next one omits them. */
  confirm(): void {
    this.#unconfirmed.clear();
  }

  /** Forgets everything: the store has swept nodes (its epoch changed), so stored ones may be gone. */
  reset(): void {
    this.#known = undefined;
    this.#unconfirmed.clear();
  }
}
