import * as z from "zod";

/**
 * A list in a transcript line. Plain code checks its items: a schema takes microseconds to reject an item, and a
 * hostile line can hold millions.
 */
export const Blocks = z.custom<unknown[]>((value) => Array.isArray(value));

/** The words of a command. For the same reason, plain code checks them, up to the first one that is not a string. */
export const Words = z.custom<string[]>(
  (value) => Array.isArray(value) && value.every((word) => typeof word === "string"),
);

/** Blocks, or a string that stands for one text block. */
export const BlocksOrText = z.union([z.string().transform((text) => [{ type: "text", text }]), Blocks]);

/** The text of a text block; undefined for any other block. */
export function blockText(block: unknown): string | undefined {
  return hasType(block, "text") ? partText(block) : undefined;
}

/** The text of a part of any type. */
export function partText(part: unknown): string | undefined {
  return stringOf(part, "text");
}

/** The text of all text blocks, joined by line feeds. */
export function textOfBlocks(blocks: readonly unknown[]): string {
  return blocks.flatMap((block) => blockText(block) ?? []).join("\n");
}

/** The tool call in a block of this `type`. Clients agree on the names of the fields. */
export function blockCall(block: unknown, type: string): { id: string; name: string } | undefined {
  if (!hasType(block, type)) return undefined;
  const [id, name] = [stringOf(block, "id"), stringOf(block, "name")];
  return id === undefined || name === undefined ? undefined : { id, name };
}

export function hasType(value: unknown, type: string): value is { type: string } {
  return stringOf(value, "type") === type;
}

/** A string field of a value that may not be an object. */
export function stringOf(value: unknown, field: string): string | undefined {
  const found = fieldOf(value, field);
  return typeof found === "string" ? found : undefined;
}

export function fieldOf(value: unknown, field: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, field)
    ? (value as Record<string, unknown>)[field]
    : undefined;
}

/** The time of a line, as clients write it; undefined if it has none, or not a valid one. */
export function timeOf(timestamp: string | null | undefined): number | undefined {
  const at = Date.parse(timestamp ?? "");
  return Number.isNaN(at) ? undefined : at;
}
