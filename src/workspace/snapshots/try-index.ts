import { readFileSync, statSync } from "node:fs";
import { HoldfastError } from "../../kernel/errors.ts";
import { hasChecksum, MAX_INDEX_BYTES } from "./read-index.ts";
import type { StoreLayout } from "./store-layout.ts";

const MAX_LENGTH = 200;

/** What was read of an index, or why it cannot be. */
type IndexResult<T> = { found: T; damage?: never } | { found?: never; damage: string };

/** Has git read the user's index. A power failure may leave it empty or cut off: that must keep nothing from being captured. */
export async function tryIndex<T extends object>(
  layout: StoreLayout,
  path: string,
  read: (place: StoreLayout) => Promise<T>,
): Promise<IndexResult<T>> {
  const damage = findDamage(path, layout.hash);
  if (damage !== undefined) return { damage };
  try {
    return { found: await read({ ...layout, index: path }) };
  } catch (error) {
    const reason = whyUnreadable(error);
    if (reason === undefined) throw error;
    return { damage: reason };
  }
}

function findDamage(path: string, hash: StoreLayout["hash"]): string | undefined {
  try {
    const { size } = statSync(path);
    if (size === 0) return "it is empty";
    if (size > MAX_INDEX_BYTES || hasChecksum(readFileSync(path), hash)) return undefined;
    return "its checksum is wrong";
  } catch {
    return undefined; // git says why it cannot be read
  }
}

/** What git says of an index that it cannot read. Undefined if something else went wrong, such as that it took too long. */
function whyUnreadable(error: unknown): string | undefined {
  if (!(error instanceof HoldfastError) || typeof error.cause !== "string" || error.cause === "")
    return undefined;
  const lines = error.cause.split("\n").slice(-2);
  return lines
    .map((line) => line.replace(/^(?:fatal|error): (?:.*\/(?:user-)?index: )?/, ""))
    .join(", ")
    .slice(0, MAX_LENGTH);
}
