import { describe, expect, test } from "vitest";
import { emptyList } from "../../../src/checkpoints/state/encode/known-value.ts";
import {
  countUnchangedPrefix,
  createPreviousIndexLookup,
} from "../../../src/checkpoints/state/encode/previous-index.ts";

const previous = (values: readonly unknown[]) => ({ ...emptyList(), values });
const numbers = (count: number) => Array.from({ length: count }, (_, i) => i + 1);

describe("the elements that a list begins with as before", () => {
  test("are counted up to the first that differs, but for the last eight of the shorter list", () => {
    const list = numbers(20);
    expect(countUnchangedPrefix(list, previous(list))).toBe(12);
    expect(countUnchangedPrefix([...list, 21], previous(list))).toBe(12);
    expect(countUnchangedPrefix(list.slice(0, 15), previous(list))).toBe(7);
    expect(countUnchangedPrefix([1, 2, 0.5, ...list.slice(3)], previous(list))).toBe(2);
    expect(countUnchangedPrefix([1], previous(list))).toBe(0);
  });

  test("end before a zero, since 0 and -0 are the same to a comparison", () => {
    const list = [1, 2, 0, ...numbers(20)];
    expect(countUnchangedPrefix(list, previous(list))).toBe(2);
    expect(countUnchangedPrefix(list.with(2, -0), previous(list))).toBe(2);
  });
});

describe("where an element was before", () => {
  const objects = (count: number) => Array.from({ length: count }, (_, i) => ({ i }));

  test("follows insertions and removals, which the first object shows", () => {
    const list = objects(6);
    const inserted = createPreviousIndexLookup(previous(list));
    const after = [{}, {}, ...list];
    expect(after.map((element, i) => inserted(element, i)).slice(2)).toEqual([0, 1, 2, 3, 4, 5]);
    const removed = createPreviousIndexLookup(previous(list));
    expect(list.slice(3).map((element, i) => removed(element, i))).toEqual([3, 4, 5]);
  });

  test("is the same place for texts, numbers and null, which are not searched for", () => {
    const lookUp = createPreviousIndexLookup(previous(["a", null, 3]));
    expect([lookUp(3, 0), lookUp("a", 1), lookUp(null, 2)]).toEqual([0, 1, 2]);
  });

  test("is no longer searched for after eight elements that are new", () => {
    const list = objects(3);
    const lookUp = createPreviousIndexLookup(previous(list));
    for (let i = 0; i < 7; i++) lookUp({}, i);
    expect(lookUp(list[0], 7)).toBe(0);
    lookUp({}, 8);
    expect(lookUp(list[2], 9)).toBe(2);
  });

  test("is not searched for after eight in a row that are new", () => {
    const list = objects(3);
    const lookUp = createPreviousIndexLookup(previous(list));
    for (let i = 0; i < 8; i++) lookUp({}, i);
    expect(lookUp(list[0], 8)).toBe(8);
  });

  test("a list without elements before is never searched", () => {
    const lookUp = createPreviousIndexLookup(previous([]));
    expect(lookUp({}, 4)).toBe(4);
  });
});
