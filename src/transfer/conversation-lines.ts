import { isDeepStrictEqual } from "node:util";
import type { JsonValue } from "../kernel/json.ts";
import type { Redactor } from "../kernel/ports/redactor.ts";
import { tryParseJson } from "../text/json-text.ts";
import { isTooDeep } from "./bundle/is-too-deep.ts";

/** Values are looked for this deep. Clients write a directory at most three levels down. */
const MAX_DEPTH = 8;

/**
 * A line of an agent's file without secrets. A line without any stays as it is, byte for byte. One that is no JSON, or
 * is nested too deep for what reads it, is taken as text.
 */
export function redactLine(line: string, redactor: Redactor): string {
  const json = parseLine(line);
  if (json === undefined) return redactor.text(line);
  const before = JSON.stringify(json);
  const after = JSON.stringify(redactor.json(json as JsonValue));
  return before === after ? line : after;
}

/** A line with every `cwd` mapped to where it is on this machine. A line without any stays as it is. */
export function mapLine(line: string, map: (directory: string) => string): string {
  if (!line.includes('"cwd"')) return line;
  const json = parseLine(line);
  if (json === undefined) return line;
  const mapped = JSON.stringify(mapDirectories(json as JsonValue, map, 0));
  return mapped === JSON.stringify(json) ? line : mapped;
}

function mapDirectories(value: JsonValue, map: (directory: string) => string, depth: number): JsonValue {
  if (depth > MAX_DEPTH || typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => mapDirectories(item, map, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      key === "cwd" && typeof item === "string" ? map(item) : mapDirectories(item, map, depth + 1),
    ]),
  );
}

/**
 * Whether a line of a file here is the one that comes with a bundle: what was redacted on the way is still in the one
 * here, a machine between the two may have written it in another form, and directories may have been renamed since.
 */
export function isSameLine(here: string, incoming: string, redactor: Redactor): boolean {
  if (here === incoming) return true;
  const [one, other] = [redactLine(here, redactor), incoming].map((line) =>
    parseLine(mapLine(line, () => "")),
  );
  return one !== undefined && isDeepStrictEqual(one, other);
}

function parseLine(line: string): unknown {
  return isTooDeep(Buffer.from(line)) ? undefined : tryParseJson(line);
}
