import type { SerializerProtocol } from "@langchain/langgraph-checkpoint";
import { HoldfastError } from "../kernel/errors.ts";
import type { JsonValue } from "../kernel/json.ts";
import type { Redactor } from "../kernel/ports/redactor.ts";

/** What LangGraph's serializer returns in place of a value that it cannot serialize. */
const PLACEHOLDER = "[unable to serialize, circular reference is too complex to analyze]";

/**
 * Creates a serializer that rejects what it cannot serialize. Other savers fail when they read such a value; this one
 * stores each value by itself, so a graph would continue with a placeholder.
 */
export function createStrictSerializer(serde: SerializerProtocol): SerializerProtocol {
  return withJson(serde, (bytes, value) => {
    const isReplaced = bytes.length === PLACEHOLDER.length + 2 && value !== PLACEHOLDER;
    if (bytes.length > 0 && !(isReplaced && Buffer.from(bytes).toString() === `"${PLACEHOLDER}"`))
      return bytes;
    const message = `A ${typeof value} in the graph's state cannot be serialized as JSON.`;
    throw new HoldfastError("invalid_input", message, {
      next: "Keep functions, symbols and BigInts out of the state, or use a serializer that can store them.",
    });
  });
}

/**
 * Creates a serializer that removes secrets from JSON; bytes stay as they are. Reading returns the redacted value, not
 * what the graph put in.
 */
export function createRedactingSerializer(serde: SerializerProtocol, redactor: Redactor): SerializerProtocol {
  return withJson(serde, (bytes) => {
    const json = JSON.parse(Buffer.from(bytes).toString("utf8")) as JsonValue;
    return Buffer.from(JSON.stringify(redactor.json(json)));
  });
}

/** A serializer that passes the JSON of each value through `toStored`. */
function withJson(
  serde: SerializerProtocol,
  toStored: (bytes: Uint8Array, value: unknown) => Uint8Array,
): SerializerProtocol {
  return {
    async dumpsTyped(value) {
      const [type, bytes] = await serde.dumpsTyped(value);
      return [type, type === "json" ? toStored(bytes, value) : bytes];
    },
    loadsTyped: (type, data) => serde.loadsTyped(type, data),
  };
}
