import { expect, test } from "vitest";
import { hashKey, hashText, isRunBoundary } from "../../../src/checkpoints/state/encode/run-boundary.ts";

const [ENDS, DOES_NOT] = [32, 33];

test("an entry of the right hash ends a run that is long enough in entries and in characters", () => {
  expect(isRunBoundary({ entries: 4, characters: 512 }, ENDS)).toBe(true);
  expect(isRunBoundary({ entries: 4, characters: 512 }, DOES_NOT)).toBe(false);
  expect(isRunBoundary({ entries: 3, characters: 512 }, ENDS)).toBe(false);
  expect(isRunBoundary({ entries: 4, characters: 511 }, ENDS)).toBe(false);
});

test("any entry ends a run that is too long in either", () => {
  expect(isRunBoundary({ entries: 256, characters: 0 }, DOES_NOT)).toBe(true);
  expect(isRunBoundary({ entries: 255, characters: 16_383 }, DOES_NOT)).toBe(false);
  expect(isRunBoundary({ entries: 1, characters: 16_384 }, DOES_NOT)).toBe(true);
});

test("hashes depend on the whole text and on the end of a key", () => {
  expect(new Set(["", "a", "b", "ab", "ba", "\0"].map(hashText)).size).toBe(6);
  expect(hashKey(`${"0".repeat(60)}beef`)).toBe(0xbeef);
  expect(hashKey(`${"f".repeat(60)}0010`)).toBe(16);
});
