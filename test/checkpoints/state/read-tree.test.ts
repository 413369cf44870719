import { expect, test } from "vitest";
import { encodeState } from "../../../src/checkpoints/state/encode/encode-state.ts";
import { createNodeCache } from "../../../src/checkpoints/state/load/node-cache.ts";
import { readTree } from "../../../src/checkpoints/state/load/read-tree.ts";

const long = (text: string) => `${text} ${"x".repeat(5_000)}`;
/** The goal stands on two levels of the tree, as one node. */
const STATE = { goal: long("Ship it."), task: { goal: long("Ship it."), note: long("Later.") } };

function stored() {
  const { root, nodes } = encodeState(STATE);
  const asked: string[][] = [];
  const read = async (keys: string[]) => {
    asked.push(keys);
    return new Map(keys.map((key) => [key, nodes.get(key) ?? Buffer.of()]));
  };
  return { root, nodes, asked, read };
}

test("a tree is read level by level, each node once", async () => {
  const { root, nodes, asked, read } = stored();
  const tree = await readTree(root, read);
  expect(new Set(tree.keys())).toEqual(new Set(nodes.keys()));
  expect(asked[0]).toEqual([root]);
  expect(asked.map(({ length }) => length)).toEqual([1, 2, 1]);
});

test("what is cached is not asked for, and the store not at all if everything is", async () => {
  const { root, nodes, asked, read } = stored();
  const cache = createNodeCache(1_000_000);
  const first = await readTree(root, read, cache);
  asked.length = 0;
  expect(await readTree(root, read, cache)).toEqual(first);
  expect(asked).toEqual([]);
  expect([...nodes.keys()].every((key) => cache.get(key) !== undefined)).toBe(true);
});

test("nodes are cached at the size at which they are stored", async () => {
  const { root, nodes, asked, read } = stored();
  const all = [...nodes.values()].reduce((sum, { length }) => sum + length, 0);
  const roomy = createNodeCache(all);
  await readTree(root, read, roomy);
  expect([...nodes.keys()].filter((key) => roomy.get(key) === undefined)).toEqual([]);
  const tight = createNodeCache(all - 1);
  await readTree(root, read, tight);
  expect([...nodes.keys()].filter((key) => tight.get(key) === undefined)).toHaveLength(1);
  expect(asked).toHaveLength(6);
});
