import { expect, test } from "vitest";
import { innerNode, readChildren } from "../../../src/checkpoints/state/node/inner-node.ts";
import { nodeKey } from "../../../src/checkpoints/state/node/node-key.ts";
import { childKeys } from "../../../src/checkpoints/state/node/read-node.ts";

const children = Array.from({ length: 40 }, (_, i) => ({ key: nodeKey(`${i}`), count: i * 100_000_000 }));

test("an inner node gives back its children and their counts, at 36 bytes each", () => {
  const bytes = innerNode("t", children);
  expect(readChildren(bytes)).toEqual(children);
  expect(bytes.length).toBe(1 + 40 * 36);
  expect(childKeys(Buffer.concat([Buffer.from("pool"), bytes]).subarray(4))).toEqual(
    children.map(({ key }) => key),
  );
});

test("a truncated inner node is rejected", () => {
  expect(() => childKeys(innerNode("m", children).subarray(0, 100))).toThrow("cannot be read");
});
