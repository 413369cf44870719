import type { KnownList } from "./known-value.ts";

/** With `immutable` the last elements are looked at all the same: they are the ones that change while streaming. */
const TAIL = 8;
/** Searches that may fail in one list: where every element is a new object, looking for each would be quadratic. */
const SEARCHES = 8;

/** How many elements from the front are the very ones that were handed over before, up to the last ones. */
export function countSettled(list: readonly unknown[], { values }: KnownList): number {
  const end = Math.min(list.length, values.length) - TAIL;
  let i = 0;
  // One zero is not the other, though `===` says so.
  while (i < end && list[i] === values[i] && list[i] !== 0) i++;
  return i;
}

/**
 * The place at which an element stood in the list before: its own, or where elements were put in or taken out, that of
 * the same object.
 */
export function recallPlaces({ values }: KnownList): (element: unknown, place: number) => number {
  let shift = 0;
  let searches = values.length > 0 ? SEARCHES : 0;
  return (element, place) => {
    const isObject = typeof element === "object" && element !== null;
    if (isObject && searches > 0 && values[place + shift] !== element) {
      const found = values.indexOf(element);
      if (found === -1) searches--;
      else shift = found - place;
    }
    return place + shift;
  };
}
