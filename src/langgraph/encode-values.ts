import type { SerializerProtocol } from "@langchain/langgraph-checkpoint";
import type { JsonObject, JsonValue } from "../kernel/json.ts";

/** Encodes the value of a channel for storage: JSON becomes part of the state tree, anything else becomes bytes. */
export async function encodeChannel(serde: SerializerProtocol, value: unknown): Promise<JsonObject> {
  const [type, bytes] = await serde.dumpsTyped(value);
  if (type !== "json") return { type, bytes: Buffer.from(bytes).toString("base64") };
  return { json: JSON.parse(Buffer.from(bytes).toString("utf8")) as JsonValue };
}

/** For JSON that the state tree rejects, such as half of a surrogate pair: keeps the bytes of the serializer. */
export async function encodeOpaque(serde: SerializerProtocol, value: unknown): Promise<JsonObject> {
  const [type, bytes] = await serde.dumpsTyped(value);
  return { type, bytes: Buffer.from(bytes).toString("base64") };
}

interface EncodedList {
  source: readonly unknown[];
  json: readonly JsonValue[];
}

/**
 * Encodes the successive values of one thread's channels, if nothing is changed in place: list elements that were
 * already there are not encoded again, so that the cost of a step depends only on what is new.
 */
export class ListEncoder {
  readonly #serde: SerializerProtocol;
  readonly #lists = new Map<string, EncodedList>();

  constructor(serde: SerializerProtocol) {
    this.#serde = serde;
  }

  async encode(channel: string, value: unknown): Promise<JsonObject> {
    if (!Array.isArray(value)) return await encodeChannel(this.#serde, value);
    const known = this.#lists.get(channel);
    const same = known ? commonLength(known.source, value) : 0;
    const rest = await encodeChannel(this.#serde, value.slice(same));
    if (!Array.isArray(rest["json"])) return await encodeChannel(this.#serde, value);
    const json = known ? [...known.json.slice(0, same), ...rest["json"]] : rest["json"];
    this.#lists.set(channel, { source: value, json });
    return { json };
  }
}

/** The number of equal elements at the beginning of both. Objects are equal only if they are identical. */
function commonLength(before: readonly unknown[], now: readonly unknown[]): number {
  const most = Math.min(before.length, now.length);
  for (let i = 0; i < most; i++) if (before[i] !== now[i]) return i;
  return most;
}
