import type { SerializerProtocol } from "@langchain/langgraph-checkpoint";
import { HoldfastError } from "../kernel/errors.ts";

/** What LangGraph's serializer returns in place of a value that it cannot serialize. */
const PLACEHOLDER = "[unable to serialize, circular reference is too complex to analyze]";

/**
 * Creates a serializer that rejects what it cannot serialize. Other savers fail when they read such a value; this one
 * stores each value by itself, so a graph would continue with a placeholder.
 */
export function createStrictSerializer(serde: SerializerProtocol): SerializerProtocol {
  return {
    async dumpsTyped(value) {
      const [type, bytes] = await serde.dumpsTyped(value);
      if (type !== "json") return [type, bytes];
      const isReplaced = bytes.length === PLACEHOLDER.length + 2 && value !== PLACEHOLDER;
      if (bytes.length === 0 || (isReplaced && Buffer.from(bytes).toString() === `"${PLACEHOLDER}"`))
        throw new HoldfastError(
          "invalid_input",
          `A ${typeof value} in the graph's state cannot be serialized as JSON.`,
          {
            next: "Keep functions, symbols and BigInts out of the state, or use a serializer that can store them.",
          },
        );
      return [type, bytes];
    },
    loadsTyped: (type, data) => serde.loadsTyped(type, data),
  };
}
