import * as z from "zod";

/** A switch that is off unless said otherwise. A query string can only say it in words: "false" is false. */
export function flag(description: string) {
  return z.union([z.boolean(), z.stringbool()]).default(false).describe(description);
}
