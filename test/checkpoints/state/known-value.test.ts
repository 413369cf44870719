import { describe, expect, test } from "vitest";
import {
  emptyList,
  emptyObject,
  hashOf,
  type Known,
  keyOf,
  small,
  textOf,
} from "../../../src/checkpoints/state/encode/known-value.ts";
import { hashText } from "../../../src/checkpoints/state/encode/run-boundary.ts";

const KEY = `${"0".repeat(60)}beef`;
const long = { type: "scalar", value: "long", isSmall: false, key: KEY } as const;
const short = { type: "scalar", value: 'a "b"', isSmall: true, key: undefined } as const;
const integer = { type: "scalar", value: 2n ** 64n, isSmall: false, key: KEY } as const;
const tree: Known = { ...emptyList(), text: undefined, key: KEY, hash: 7 };

describe("the text of a value", () => {
  test.each<[Known, string | undefined]>([
    [null, "null"],
    [true, "true"],
    [-0, "-0"],
    ["x\n", '"x\\n"'],
    [short, '"a \\"b\\""'],
    [{ ...emptyList(), ...small("[1]") }, "[1]"],
    [emptyObject(), "{}"],
  ])("%j is %s", (known, text) => {
    expect(textOf(known)).toBe(text);
  });

  test.each([long, integer, { ...integer, isSmall: true }, tree])(
    "is none where it has a node: %o",
    (known) => {
      expect(textOf(known)).toBeUndefined();
    },
  );
});

describe("the hash of a value", () => {
  test("is that of its text, or of the end of its key where it has a node only", () => {
    expect(hashOf(null, "null")).toBe(hashText("null"));
    expect(hashOf("x", '"x"')).toBe(hashText('"x"'));
    expect(hashOf(long, undefined)).toBe(0xbeef);
    expect(hashOf({ ...short, key: KEY }, '"a"')).toBe(hashText('"a"'));
    expect(hashOf(integer, undefined)).toBe(0xbeef);
  });

  test("is kept with a list or an object", () => {
    expect(hashOf(tree, undefined)).toBe(7);
    expect(hashOf(emptyList(), "[]")).toBe(hashText("[]"));
  });
});

describe("the key of a value", () => {
  /** Numbers the nodes in the order in which they are stored. */
  function storing() {
    const nodes: string[] = [];
    return { nodes, put: (node: string) => `key ${nodes.push(node)}` };
  }

  test("is that of a node that is stored when it is first needed, and once only", () => {
    const { nodes, put } = storing();
    const list: Known = { ...emptyList(), ...small("[1]") };
    const text: Known = { ...short };
    expect([keyOf(list, put), keyOf(text, put), keyOf(list, put), keyOf(text, put)]).toEqual([
      "key 1",
      "key 2",
      "key 1",
      "key 2",
    ]);
    expect(nodes).toEqual(["v[1]", 'v"a \\"b\\""']);
  });

  test("is stored for a short scalar each time, which has no place to remember it", () => {
    const { nodes, put } = storing();
    expect([keyOf(null, put), keyOf(-0, put), keyOf("x", put)]).toEqual(["key 1", "key 2", "key 3"]);
    expect(nodes).toEqual(["vnull", "v-0", 'v"x"']);
  });

  test("is the one that it has", () => {
    const { nodes, put } = storing();
    expect([keyOf(long, put), keyOf(integer, put), keyOf(tree, put)]).toEqual([KEY, KEY, KEY]);
    expect(nodes).toEqual([]);
  });
});

test("what was not there before is like an empty list or object", () => {
  const container = { key: undefined, levels: [], items: [] };
  expect(emptyList()).toEqual({ type: "list", values: [], text: "[]", hash: hashText("[]"), ...container });
  expect(emptyObject()).toEqual({
    type: "object",
    keys: [],
    members: [],
    text: "{}",
    hash: hashText("{}"),
    ...container,
  });
});
