import type { SerializerProtocol } from "@langchain/langgraph-checkpoint";
import type { JsonValue } from "../kernel/json.ts";
import type { Redactor } from "../kernel/ports/redactor.ts";

/**
 * Creates a serializer that removes secrets from JSON; bytes stay as they are. Reading returns the redacted value, not
 * what the graph put in.
 */
export function createRedactingSerializer(serde: SerializerProtocol, redactor: Redactor): SerializerProtocol {
  return {
    async dumpsTyped(value) {
      const [type, bytes] = await serde.dumpsTyped(value);
      if (type !== "json") return [type, bytes];
      const json = JSON.parse(Buffer.from(bytes).toString("utf8")) as JsonValue;
      return [type, Buffer.from(JSON.stringify(redactor.json(json)))];
    },
    loadsTyped: (type, data) => serde.loadsTyped(type, data),
  };
}
