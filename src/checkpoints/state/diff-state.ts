import type { JsonValue } from "../../kernel/json.ts";

export type Path = (string | number)[];

export type Change =
  | { op: "added"; path: Path; after: JsonValue }
  | { op: "removed"; path: Path; before: JsonValue }
  | { op: "changed"; path: Path; before: JsonValue; after: JsonValue };

/** What turns one state into another, by path. Removals from a list's end come last first, so they apply in order. */
export function diffStates(before: JsonValue, after: JsonValue, path: Path = []): Change[] {
  if (isList(before) && isList(after)) return diffLists(before, after, path);
  if (isObject(before) && isObject(after)) return diffObjects(before, after, path);
  return Object.is(before, after) ? [] : [{ op: "changed", path, before, after }];
}

/** The state after the changes; the given one is left as it is. */
export function applyChanges(state: JsonValue, changes: readonly Change[]): JsonValue {
  return changes.reduce((result, change) => applyAt(result, change, 0), state);
}

function diffLists(before: JsonValue[], after: JsonValue[], path: Path): Change[] {
  const shared = Math.min(before.length, after.length);
  const changed = before
    .slice(0, shared)
    .flatMap((value, i) => diffStates(value, after[i] as JsonValue, [...path, i]));
  const added = after
    .slice(shared)
    .map((value, i): Change => ({ op: "added", path: [...path, shared + i], after: value }));
  const removed = before
    .slice(shared)
    .map((value, i): Change => ({ op: "removed", path: [...path, shared + i], before: value }))
    .reverse();
  return [...changed, ...added, ...removed];
}

function diffObjects(
  before: { [key: string]: JsonValue },
  after: { [key: string]: JsonValue },
  path: Path,
): Change[] {
  const changes: Change[] = [];
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const at = [...path, key];
    const [old, fresh] = [own(before, key), own(after, key)];
    if (old === undefined && fresh !== undefined) changes.push({ op: "added", path: at, after: fresh });
    else if (old !== undefined && fresh === undefined) changes.push({ op: "removed", path: at, before: old });
    else if (old !== undefined && fresh !== undefined) changes.push(...diffStates(old, fresh, at));
  }
  return changes;
}

function applyAt(state: JsonValue, change: Change, depth: number): JsonValue {
  const step = change.path[depth];
  if (step === undefined) return "after" in change ? change.after : null;
  const isLast = depth === change.path.length - 1;
  if (isList(state)) return applyToList(state, { change, depth, index: Number(step), isLast });
  const members = new Map(Object.entries(isObject(state) ? state : {}));
  if (isLast && change.op === "removed") members.delete(String(step));
  else members.set(String(step), applyAt(members.get(String(step)) ?? null, change, depth + 1));
  return Object.fromEntries(members);
}

function applyToList(
  list: JsonValue[],
  at: { change: Change; depth: number; index: number; isLast: boolean },
): JsonValue[] {
  const copy = [...list];
  if (at.isLast && at.change.op === "removed") copy.splice(at.index, 1);
  else copy[at.index] = applyAt(copy[at.index] ?? null, at.change, at.depth + 1);
  return copy;
}

function isList(value: JsonValue): value is JsonValue[] {
  return Array.isArray(value);
}

function isObject(value: JsonValue): value is { [key: string]: JsonValue } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** "__proto__" and "constructor" are members only when they were saved as such. */
function own(object: { [key: string]: JsonValue }, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
