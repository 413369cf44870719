import { expect, test } from "vitest";
import { mapDirectory, mapPaths } from "../../src/sessions/map-directory.ts";

const move = { from: "/home/ann/shop", to: "/srv/shop" };

test("a directory in the worktree keeps its place in it, one elsewhere becomes the worktree", () => {
  expect(mapDirectory("/home/ann/shop", move)).toBe("/srv/shop");
  expect(mapDirectory("/home/ann/shop/packages/a", move)).toBe("/srv/shop/packages/a");
  expect(mapDirectory("/home/ann", move)).toBe("/srv/shop");
  expect(mapDirectory("/home/ann/shop-2/a", move)).toBe("/srv/shop");
});

test("paths in the worktree are mapped where a path is stored, and no other text", () => {
  const stored = {
    path: "/home/ann/shop/a.ts",
    files: ["/home/ann/shop-2/b.ts"],
    goal: "/home/ann/shop/a.ts",
  };
  expect(mapPaths(stored, move)).toEqual({ ...stored, path: "/srv/shop/a.ts" });
});
