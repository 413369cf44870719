import { JsonPlusSerializer, type SerializerProtocol } from "@langchain/langgraph-checkpoint";
import type { JsonObject, JsonValue } from "../kernel/json.ts";

/** Gives back a channel's value as the serializer would. */
export async function decodeChannel(serde: SerializerProtocol, stored: JsonValue): Promise<unknown> {
  const { json, type, bytes } = stored as JsonObject;
  if (typeof type === "string" && typeof bytes === "string")
    return await serde.loadsTyped(type, new Uint8Array(Buffer.from(bytes, "base64")));
  if (json === undefined) return undefined;
  // LangGraph's own serializer only converts marked objects; any other one has to see everything.
  if (!(serde instanceof JsonPlusSerializer)) return await serde.loadsTyped("json", JSON.stringify(json));
  return hasMarks(json) ? await revive(serde, json) : json;
}

async function revive(serde: SerializerProtocol, value: JsonValue): Promise<unknown> {
  if (!hasMarks(value)) return value;
  if (Array.isArray(value)) return await Promise.all(value.map((item) => revive(serde, item)));
  const object = value as JsonObject;
  if (isMark(object)) return await serde.loadsTyped("json", JSON.stringify(object));
  const entries = Object.entries(object).map(
    async ([key, item]) => [key, await revive(serde, item)] as const,
  );
  return Object.fromEntries(await Promise.all(entries));
}

function hasMarks(value: JsonValue): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) return value.some(hasMarks);
  return isMark(value) || Object.values(value).some(hasMarks);
}

/** `lc` marks what is more than plain JSON: messages, sets, dates, undefined. */
function isMark(object: JsonObject): boolean {
  return Object.hasOwn(object, "lc");
}
