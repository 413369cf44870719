import type { JsonValue } from "../json.ts";

/** Removes secrets. All text passes through it before it is stored and before it is output. Never throws. */
export interface Redactor {
  text(input: string): string;
  /** Redacts short lines that have nothing to do with each other, many times faster than one by one. */
  lines(inputs: readonly string[]): string[];
  /** Redacts every string, including keys, and keeps the shape. */
  json<T extends JsonValue>(input: T): T;
}
