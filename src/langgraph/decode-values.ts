import { JsonPlusSerializer, type SerializerProtocol } from "@langchain/langgraph-checkpoint";
import type { JsonObject, JsonValue } from "../kernel/json.ts";

/** Decodes the value of a channel as the serializer would. */
export async function decodeChannel(serde: SerializerProtocol, stored: JsonValue): Promise<unknown> {
  const { json, type, bytes } = stored as JsonObject;
  if (typeof type === "string" && typeof bytes === "string")
    return await serde.loadsTyped(type, new Uint8Array(Buffer.from(bytes, "base64")));
  if (json === undefined) return undefined;
  // LangGraph's own serializer only converts tagged objects; any other serializer has to see everything.
  if (!(serde instanceof JsonPlusSerializer)) return await serde.loadsTyped("json", JSON.stringify(json));
  return hasTags(json) ? await revive(serde, json) : json;
}

async function revive(serde: SerializerProtocol, value: JsonValue): Promise<unknown> {
  if (!hasTags(value)) return value;
  if (Array.isArray(value)) return await Promise.all(value.map((item) => revive(serde, item)));
  const object = value as JsonObject;
  if (isTagged(object)) return await serde.loadsTyped("json", JSON.stringify(object));
  const entries = Object.entries(object).map(
    async ([key, item]) => [key, await revive(serde, item)] as const,
  );
  return Object.fromEntries(await Promise.all(entries));
}

function hasTags(value: JsonValue): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) return value.some(hasTags);
  return isTagged(value) || Object.values(value).some(hasTags);
}

/** `lc` tags what plain JSON cannot express: messages, sets, dates, undefined. */
function isTagged(object: JsonObject): boolean {
  return Object.hasOwn(object, "lc");
}
