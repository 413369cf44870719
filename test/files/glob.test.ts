import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compileGlob, matchesGlob } from "../../src/files/glob.ts";

const matches = (pattern: string, path: string) =>
  matchesGlob(compileGlob(pattern), path, { steps: Number.POSITIVE_INFINITY });

describe("globs", () => {
  test.each([
    ["src/**/*.ts", ["src/a.ts", "src/a/b.ts", "src/.hidden/a.ts"], ["a.ts", "src/a.tsx", "lib/src/a.ts"]],
    ["**/*.ts", ["a.ts", "a/b/c.ts"], ["a.js"]],
    ["src/**", ["src/a", "src/a/b.c"], ["src", "srcs/a", "lib/src/a"]],
    ["**", ["a", "a/b", ".a"], []],
    ["*.ts", ["a.ts", ".ts", ".a.ts"], ["a/b.ts", "a.ts/b"]],
    ["a/*/c", ["a/b/c"], ["a/c", "a/b/b/c"]],
    ["a**b", ["ab", "axxb"], ["a/b"]],
    ["?.ts", ["a.ts", "é.ts", "😀.ts"], ["ab.ts", "/.ts"]],
    ["[a-c]x", ["ax", "cx"], ["dx", "-x"]],
    ["[!a-c]x", ["dx", "-x"], ["ax", "/x"]],
    ["[^a]x", ["bx"], ["ax"]],
    ["[]a]", ["]", "a"], ["b"]],
    ["[a", ["[a"], ["a"]],
    ["*.{ts,tsx}", ["a.ts", "a.tsx"], ["a.t", "a.{ts,tsx}"]],
    ["{src,test/{unit,e2e}}/*", ["src/a", "test/e2e/a"], ["test/a"]],
    ["{a,**/b}", ["a", "b", "x/y/b"], ["x/a"]],
    ["{a", ["{a"], ["a"]],
    ["a\\*b", ["a*b"], ["axb"]],
    ["./src/*", ["src/a"], ["./src/a"]],
    ["", [""], ["a"]],
  ])("%s", (pattern, yes, no) => {
    expect(yes.filter((path) => !matches(pattern, path))).toEqual([]);
    expect(no.filter((path) => matches(pattern, path))).toEqual([]);
  });

  test("a literal path matches itself, whatever is escaped", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (path) => {
        const escaped = Array.from(path, (character) => `\\${character}`).join("");
        expect(matches(escaped, path)).toBe(true);
      }),
    );
  });

  test("extremely nested JSON is treated as text", () => {
    expect(matches("{".repeat(400), "{".repeat(400))).toBe(true);
  });

  test.each([
    "*a".repeat(14),
    `**/${"*?".repeat(60)}Z`,
    `${"{*,".repeat(80)}${"}".repeat(80)}b`,
    "**/".repeat(160),
  ])("the cost of a hostile pattern is at most its length times the path's: %s", (pattern) => {
    const path = "a".repeat(4_096);
    const budget = { steps: 4 * (pattern.length + 1) * (path.length + 1) };
    matchesGlob(compileGlob(pattern), path, budget);
    expect(budget.steps).toBeGreaterThan(0);
  });

  test("matching stops when its budget is used up", () => {
    const budget = { steps: 10 };
    expect(matchesGlob(compileGlob("**/*?*?*?*?Z"), "a".repeat(100), budget)).toBe(false);
    expect(budget.steps).toBeLessThan(0);
  });
});
