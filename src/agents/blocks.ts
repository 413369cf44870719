import * as z from "zod";

/**
 * A list in a line of a transcript. Its items are distinguished by plain code: a schema takes microseconds to reject one, and a
 * hostile line holds millions.
 */
export const Blocks = z.custom<unknown[]>((value) => Array.isArray(value));

/** Words of a command, for the same reason looked at one after the other up to the first that is none. */
export const Words = z.custom<string[]>(
  (value) => Array.isArray(value) && value.every((word) => typeof word === "string"),
);

/** Blocks, or a text that stands for one of them. */
export const BlocksOrText = z.union([z.string().transform((text) => [{ type: "text", text }]), Blocks]);

/** The text of a block of text; undefined for any other. */
export function blockText(block: unknown): string | undefined {
  return hasType(block, "text") ? partText(block) : undefined;
}

/** The text of a part, whatever else it says of itself. */
export function partText(part: unknown): string | undefined {
  return stringOf(part, "text");
}

/** The texts of all blocks of text, a line each. */
export function textOfBlocks(blocks: readonly unknown[]): string {
  return blocks.flatMap((block) => blockText(block) ?? []).join("\n");
}

/** The call that a block of `type` makes, by the names that clients agree on. */
export function blockCall(block: unknown, type: string): { id: string; name: string } | undefined {
  if (!hasType(block, type)) return undefined;
  const [id, name] = [stringOf(block, "id"), stringOf(block, "name")];
  return id === undefined || name === undefined ? undefined : { id, name };
}

export function hasType(value: unknown, type: string): value is { type: string } {
  return stringOf(value, "type") === type;
}

/** The text in a field of what may be no object at all. */
export function stringOf(value: unknown, field: string): string | undefined {
  const found = fieldOf(value, field);
  return typeof found === "string" ? found : undefined;
}

export function fieldOf(value: unknown, field: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, field)
    ? (value as Record<string, unknown>)[field]
    : undefined;
}
