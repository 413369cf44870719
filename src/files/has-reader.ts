import { fstatSync, statSync } from "node:fs";

/**
 * Whether standard output can have a reader. Node opens `/dev/null` in the place of a standard output that the parent
 * has closed.
 */
export function hasReader(): boolean {
  const output = fstatSync(1, { bigint: true });
  const nothing = statSync("/dev/null", { bigint: true, throwIfNoEntry: false });
  return nothing === undefined || !output.isCharacterDevice() || output.rdev !== nothing.rdev;
}
