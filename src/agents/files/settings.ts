import type * as z from "zod";
import { tryParseJson } from "../../text/json-text.ts";
import { readIfExists } from "./write-if-changed.ts";

/** A client's settings file, parsed. Undefined if it is missing, not JSON, or does not match the schema. */
export async function readSettings<T extends z.ZodType>(
  path: string,
  schema: T,
): Promise<z.infer<T> | undefined> {
  return schema.safeParse(tryParseJson((await readIfExists(path)) ?? "{}")).data;
}

/** Converts a duration of a client's settings, such as `30d`, to days. Undefined if it is not one of the given units. */
export function durationInDays(
  text: string | undefined,
  units: Readonly<Record<string, number>>,
): number | undefined {
  const [, amount, unit = ""] = /^(\d+(?:\.\d+)?) ?([a-z]*)$/.exec(text?.trim().toLowerCase() ?? "") ?? [];
  const days = Object.hasOwn(units, unit) ? units[unit] : undefined;
  return amount === undefined || days === undefined ? undefined : Number(amount) * days;
}
