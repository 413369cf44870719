import type { KnownList } from "./known-value.ts";

/** Even with `immutable` the last elements are compared: they are the ones that change while streaming. */
const TAIL = 8;
/**
 * Maximum number of failed searches per list: if every element is a new object, searching for each would be quadratic.
 */
const SEARCHES = 8;

/** The number of leading elements that are identical to those of the previous list, not counting its last ones. */
export function countUnchangedPrefix(list: readonly unknown[], { values }: KnownList): number {
  const end = Math.min(list.length, values.length) - TAIL;
  let i = 0;
  // 0 and -0 differ, although `===` treats them as equal.
  while (i < end && list[i] === values[i] && list[i] !== 0) i++;
  return i;
}

/** Finds the index of an element in the previous list. After an insertion or removal, objects are found by identity. */
export function createPreviousIndexLookup({
  values,
}: KnownList): (element: unknown, index: number) => number {
  let shift = 0;
  let searches = values.length > 0 ? SEARCHES : 0;
  return (element, index) => {
    const isObject = typeof element === "object" && element !== null;
    if (isObject && searches > 0 && values[index + shift] !== element) {
      const found = values.indexOf(element);
      if (found === -1) searches--;
      else shift = found - index;
    }
    return index + shift;
  };
}
