import { createHash } from "node:crypto";
import { type IdPrefix, idsFrom } from "./ids.ts";

/** An id that the same texts always give: saving twice what is named so is saving once. */
export function idOf(prefix: IdPrefix, ...texts: readonly string[]): string {
  const digest = createHash("sha256").update(JSON.stringify(texts)).digest();
  return idsFrom((size) => digest.subarray(0, size))(prefix);
}
