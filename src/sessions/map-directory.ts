import { join, relative } from "node:path";
import type { JsonValue } from "../kernel/json.ts";
import { isInside } from "../text/shown-path.ts";

/** Where a worktree was, and where it is on this machine. */
export interface Move {
  from: string;
  to: string;
}

/** A directory in the worktree as it is called here. One elsewhere becomes the worktree: it may not exist here. */
export function mapDirectory(directory: string, move: Move): string {
  return isInside(move.from, directory) ? join(move.to, relative(move.from, directory)) : move.to;
}

/** A path in the worktree as it is called here. Every other text stays as it is. */
export function mapPath(path: string, { from, to }: Move): string {
  return path === from || path.startsWith(`${from}/`) ? to + path.slice(from.length) : path;
}

/** The fields of captures and states that hold paths. All others are text, even if it begins with a path. */
const PATH_FIELDS: ReadonlySet<string> = new Set(["path", "files", "files_modified", "cwd", "project_path"]);

/** Maps the paths in a capture or a state. */
export function mapPaths<T extends JsonValue>(value: T, move: Move): T {
  return mapped(value, { move, isPath: false }) as T;
}

function mapped(value: JsonValue, how: { move: Move; isPath: boolean }): JsonValue {
  if (typeof value === "string") return how.isPath ? mapPath(value, how.move) : value;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => mapped(item, how));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      mapped(item, {
        ...how,
        isPath: PATH_FIELDS.has(key) && (typeof item === "string" || Array.isArray(item)),
      }),
    ]),
  );
}
