import { describe, expect, test } from "vitest";
import { createNodeCache } from "../../../src/checkpoints/state/load/node-cache.ts";
import type { Node } from "../../../src/checkpoints/state/node/read-node.ts";

const node = (value: string): Node => ({ type: "value", value });

/** A cache with nodes of these sizes, each named by a letter. */
function cacheOf(budget: number, sizes: readonly (readonly [key: string, bytes: number])[]) {
  const cache = createNodeCache(budget);
  for (const [key, bytes] of sizes) cache.set(key, node(key), bytes);
  const kept = () => ["a", "b", "c", "d"].filter((key) => cache.get(key) !== undefined).join("");
  return { cache, kept };
}

describe("cached nodes", () => {
  test("are given back, and others are not known", () => {
    const { cache } = cacheOf(10, [["a", 4]]);
    expect(cache.get("a")).toEqual(node("a"));
    expect(cache.get("b")).toBeUndefined();
  });

  test("fill the budget to its last byte", () => {
    expect(cacheOf(10, [["a", 10]]).kept()).toBe("a");
    const both: [string, number][] = [
      ["a", 4],
      ["b", 6],
    ];
    expect(cacheOf(10, both).kept()).toBe("ab");
  });

  test("give way beyond it, oldest first and no more than needed", () => {
    const { cache, kept } = cacheOf(10, [
      ["a", 4],
      ["b", 4],
      ["c", 4],
    ]);
    expect(kept()).toBe("bc");
    cache.set("d", node("d"), 4);
    expect(kept()).toBe("cd");
    cache.set("a", node("a"), 7);
    expect(kept()).toBe("a");
  });

  test("stay longer when they were used", () => {
    const { cache, kept } = cacheOf(10, [
      ["a", 5],
      ["b", 5],
    ]);
    cache.get("a");
    cache.set("c", node("c"), 5);
    expect(kept()).toBe("ac");
  });

  test("count once if they are set again, with their last size", () => {
    const { cache, kept } = cacheOf(10, [
      ["a", 6],
      ["a", 2],
      ["b", 8],
    ]);
    expect(kept()).toBe("ab");
    cache.set("a", node("new"), 2);
    expect(cache.get("a")).toEqual(node("new"));
    expect(kept()).toBe("ab");
  });

  test("one that is larger than the budget is not kept and displaces none", () => {
    const { cache, kept } = cacheOf(10, [
      ["a", 5],
      ["b", 5],
      ["c", 11],
    ]);
    expect(kept()).toBe("ab");
    // What was known of the same key gives way, too.
    cache.set("a", node("a"), 11);
    expect(kept()).toBe("b");
  });
});
