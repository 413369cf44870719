import { readSmallFile } from "../../files/read-small-file.ts";
import { HoldfastError } from "../../kernel/errors.ts";
import type { Keys } from "./encryption.ts";

/** The secret keys in a file of `age-keygen`, which also has comments. */
export function readIdentities(path: string): Keys["identities"] {
  const lines = (readSmallFile(path) ?? "").split("\n").map((line) => line.trim());
  const keys = lines.filter((line) => line !== "" && !line.startsWith("#"));
  if (keys.length > 0) return keys;
  throw new HoldfastError("invalid_input", `${path} contains no secret key.`, {
    next: "Pass the file that `age-keygen -o` wrote.",
  });
}
