import { expect, test } from "vitest";
import { matchPaths } from "../../src/snapshots/restore/match-paths.ts";

const CASES = {
  "a directory was renamed": [
    ["src/x/index.ts", "src/y/index.ts"],
    ["lib/y/index.ts", "lib/x/index.ts"],
    { "src/x/index.ts": "lib/x/index.ts", "src/y/index.ts": "lib/y/index.ts" },
  ],
  "a file is above others of its name": [
    ["src/index.ts"],
    ["lib/x/index.ts", "lib/index.ts"],
    { "src/index.ts": "lib/index.ts" },
  ],
  "a directory below was renamed": [
    ["src/x/index.ts"],
    ["lib/z/index.ts", "src/z/index.ts"],
    { "src/x/index.ts": "src/z/index.ts" },
  ],
  "a more similar one takes the only new file": [
    ["a/README", "src/x/README"],
    ["lib/x/README"],
    { "src/x/README": "lib/x/README" },
  ],
  "several are equally similar": [["a/README"], ["b/README", "c/README"], {}],
  "several are equally similar, and another one less": [
    ["a/x/README"],
    ["b/x/README", "c/x/README", "a/README"],
    {},
  ],
  "there are as many as before": [
    ["src/a/README", "src/b/README"],
    ["lib/c/README", "lib/d/README"],
    { "src/a/README": "lib/c/README", "src/b/README": "lib/d/README" },
  ],
  "the names differ": [["src/a"], ["src/b"], {}],
} satisfies Record<string, [string[], string[], Record<string, string>]>;

test.each(Object.entries(CASES))(
  "the path that a file most probably got is found where %s",
  (_, [olds, news, found]) => {
    expect(Object.fromEntries(matchPaths(olds, news))).toEqual(found);
  },
);

test("10,000 files of one name are matched in a moment", () => {
  const numbers = Array.from({ length: 10_000 }, (_, number) => number);
  const start = performance.now();
  const moved = matchPaths(
    numbers.map((number) => `src/${number}/index.ts`),
    numbers.map((number) => `packages/lib/${number}/index.ts`),
  );
  expect(moved.size).toBe(10_000);
  const unclear = matchPaths(
    numbers.map((number) => `src/a${number}/index.ts`),
    [...numbers, 10_000].map((number) => `lib/b${number}/index.ts`),
  );
  expect(unclear.size).toBe(0);
  expect(performance.now() - start).toBeLessThan(5_000);
});
