import type { JsonValue } from "../kernel/json.ts";
import type { Redactor } from "../kernel/ports/redactor.ts";
import { tryParseJson } from "../text/json-text.ts";

/** The JSON of a delivered reply without secrets. */
export function redactReply(redactor: Redactor, reply: string): string | null {
  const json = tryParseJson(reply);
  return json === undefined ? null : JSON.stringify(redactor.json(json as JsonValue));
}
