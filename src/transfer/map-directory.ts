import { isAbsolute, join, relative } from "node:path";
import type { JsonValue } from "../kernel/json.ts";

/** Where a worktree was, and where it is on this machine. */
export interface Move {
  from: string;
  to: string;
}

/** A directory in the worktree as it is called here. One elsewhere becomes the worktree: it may not exist here. */
export function mapDirectory(directory: string, { from, to }: Move): string {
  return isInside(directory, from) ? join(to, relative(from, directory)) : to;
}

/** The same, but a directory elsewhere stays as it is. */
export function mapInside(directory: string, move: Move): string {
  return isInside(directory, move.from) ? mapDirectory(directory, move) : directory;
}

/** Maps every string that is a path in the worktree. Text that merely mentions one stays as it was written. */
export function mapPaths<T extends JsonValue>(value: T, move: Move): T {
  return mapped(value, move) as T;
}

function mapped(value: JsonValue, move: Move): JsonValue {
  if (typeof value === "string") return value.startsWith("/") ? mapInside(value, move) : value;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => mapped(item, move));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapped(item, move)]));
}

function isInside(directory: string, worktree: string): boolean {
  const path = relative(worktree, directory);
  return isAbsolute(directory) && !path.startsWith("..") && !isAbsolute(path);
}
