import { join, relative } from "node:path";
import { type DirectoryMove, mapPath } from "../kernel/directory-move.ts";
import type { JsonValue } from "../kernel/json.ts";
import { isInside } from "../text/shown-path.ts";

/** A directory in the worktree as it is called here. One elsewhere becomes the worktree: it may not exist here. */
export function mapDirectory(directory: string, move: DirectoryMove): string {
  return isInside(move.from, directory) ? join(move.to, relative(move.from, directory)) : move.to;
}

/** The fields of captures and states that hold paths. All others are text, even if it begins with a path. */
const PATH_FIELDS: ReadonlySet<string> = new Set(["path", "files", "files_modified", "cwd", "project_path"]);

/** Maps the paths in a capture or a state. */
export function mapPaths<T extends JsonValue>(value: T, move: DirectoryMove): T {
  return mapped(value, { move, isPath: false }) as T;
}

function mapped(value: JsonValue, how: { move: DirectoryMove; isPath: boolean }): JsonValue {
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
