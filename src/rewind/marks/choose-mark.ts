import { ambiguousId } from "../../checkpoints/ambiguous-id.ts";
import { HoldfastError } from "../../kernel/errors.ts";
import { parseCheckpointPrefix } from "../../kernel/ids.ts";
import type { StoredCheckpoint } from "../../kernel/storage/checkpoint-storage.ts";

type Mark = Pick<StoredCheckpoint, "id" | "digest">;

/** Chooses an open mark by its goal, id or unique id prefix, or by default the innermost. */
export function chooseMark<T extends Mark>(open: readonly T[], to: string | undefined): T | undefined {
  if (to === undefined) return open.at(-1);
  return open.findLast(({ digest }) => digest === to) ?? findById(open, to);
}

function findById<T extends Mark>(open: readonly T[], to: string): T {
  const prefix = parseCheckpointPrefix(to.trim());
  const found = prefix === undefined ? [] : open.filter(({ id }) => id.startsWith(prefix));
  const [only] = found;
  if (prefix === undefined || only === undefined) throw notFound(to);
  if (found.length > 1)
    throw ambiguousId(
      prefix,
      found.map(({ id }) => id),
    );
  return only;
}

function notFound(to: string): HoldfastError {
  const quoted = JSON.stringify(to.slice(0, 100));
  return new HoldfastError("not_found", `No open mark has the goal or id ${quoted}.`, {
    next: "Omit `to` for the newest one.",
  });
}
