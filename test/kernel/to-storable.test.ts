import fc from "fast-check";
import { expect, test } from "vitest";
import { toStorable } from "../../src/kernel/to-storable.ts";
import { anyCharacter } from "../support/any-character.ts";

test("SEC-S58: NUL and lone surrogates are replaced in every text, names of fields included, and nothing else changes", () => {
  const value = { "a\0": ["b\0c", { d: "\ud800x", e: 1, f: null, g: "\u{1f3e0}" }], h: true };
  expect(toStorable(value)).toEqual({
    "a\u{fffd}": ["b\u{fffd}c", { d: "\u{fffd}x", e: 1, f: null, g: "\u{1f3e0}" }],
    h: true,
  });
  fc.assert(fc.property(fc.string({ unit: anyCharacter }), (text) => !toStorable(text).includes("\0")));
  const kept = fc.string({ unit: "grapheme" }).filter((text) => !text.includes("\0"));
  fc.assert(fc.property(kept, (text) => toStorable(text) === text));
});

test("a value that is nested without end is cut off instead of ending the stack", () => {
  let deep: unknown = "x";
  for (let i = 0; i < 100_000; i++) deep = [deep];
  expect(JSON.stringify(toStorable(deep))).toBe(`${"[".repeat(64)}null${"]".repeat(64)}`);
});
