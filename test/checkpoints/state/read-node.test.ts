import { describe, expect, test } from "vitest";
import { innerNode } from "../../../src/checkpoints/state/node/inner-node.ts";
import { nodeKey } from "../../../src/checkpoints/state/node/node-key.ts";
import { childKeys, childrenOf, type Node, readNode } from "../../../src/checkpoints/state/node/read-node.ts";

const [ONE, OTHER] = [nodeKey("1"), nodeKey("2")];
const children = [
  { key: ONE, count: 3 },
  { key: OTHER, count: 70_000 },
];

const NODES: [bytes: Uint8Array, node: Node, keys: string[]][] = [
  [Buffer.from('v{"a":[1]}'), { type: "value", value: { a: [1] } }, []],
  [Buffer.from("v-0"), { type: "value", value: -0 }, []],
  [Buffer.from("n-18446744073709551616"), { type: "value", value: -(2n ** 64n) }, []],
  [Buffer.from(`l[[1],"${ONE}"]`), { type: "list", entries: [[1], ONE] }, [ONE]],
  [
    Buffer.from(`o["a",[null],"b","${OTHER}","c","${ONE}"]`),
    {
      type: "object",
      members: [
        ["a", [null]],
        ["b", OTHER],
        ["c", ONE],
      ],
    },
    [OTHER, ONE],
  ],
  [innerNode("t", children), { type: "inner", of: "list", children }, [ONE, OTHER]],
  [innerNode("m", children), { type: "inner", of: "object", children }, [ONE, OTHER]],
];

describe("a stored node", () => {
  test.each(NODES)("is read from its bytes: %s", (bytes, node, keys) => {
    expect(readNode(nodeKey(bytes), bytes)).toStrictEqual(node);
    expect(childrenOf(node)).toEqual(keys);
    expect(childKeys(bytes)).toEqual(keys);
  });

  test("is read from the middle of a larger buffer", () => {
    const whole = Buffer.from("before v[1] after");
    const bytes = whole.subarray(7, 11);
    expect(readNode(nodeKey("v[1]"), bytes)).toEqual({ type: "value", value: [1] });
  });

  test("is corrupt if it ends within a child", () => {
    const bytes = innerNode("t", children).subarray(0, 40);
    expect(() => readNode(nodeKey(bytes), bytes)).toThrow(
      expect.objectContaining({ code: "state_corrupt", message: "An inner state node is truncated." }),
    );
  });

  test("says in the sweep why it cannot be read", () => {
    expect(() => childKeys(Buffer.from("l["))).toThrow(
      expect.objectContaining({ code: "state_corrupt", cause: expect.any(SyntaxError) }),
    );
  });
});
