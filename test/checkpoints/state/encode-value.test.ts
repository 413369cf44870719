import { describe, expect, test } from "vitest";
import { encodeState } from "../../../src/checkpoints/state/encode/encode-state.ts";
import { encodeValue } from "../../../src/checkpoints/state/encode/encode-value.ts";
import { type Known, keyOf } from "../../../src/checkpoints/state/encode/known-value.ts";
import { nodeKey } from "../../../src/checkpoints/state/node/node-key.ts";
import type { JsonValue } from "../../../src/kernel/json.ts";

/** Encodes values one after the other, each compared with the one before; counts the nodes that are put. */
function encoding({ immutable = false } = {}) {
  const nodes: string[] = [];
  const put = (node: string | Uint8Array) => {
    nodes.push(Buffer.from(node).toString("latin1"));
    return nodeKey(node);
  };
  let known: Known | undefined;
  const encode = (value: unknown) => {
    nodes.length = 0;
    known = encodeValue(value, known, { put, immutable, path: [] });
    return known;
  };
  const root = () => (known === undefined ? undefined : keyOf(known, put));
  return { nodes, encode, root };
}

const rootOf = (value: JsonValue) => encodeState(value).root;
const message = (i: number) => `message ${i} ${"x".repeat(90)}`;
const messages = (count: number) => Array.from({ length: count }, (_, i) => message(i));
const members = (count: number) => Object.fromEntries(messages(count).map((text, i) => [`key ${i}`, text]));

describe("a scalar", () => {
  test.each([null, true, 0, -0, 1.5, "", "x".repeat(254), "\0".repeat(42)])(
    "that is short is itself: %j",
    (value) => {
      const { encode, nodes } = encoding();
      expect(encode(value)).toBe(value);
      expect(nodes).toEqual([]);
    },
  );

  test("that is longer is inlined or gets a node by the length of its text", () => {
    const { encode, nodes } = encoding();
    const inlined = { type: "scalar", isSmall: true, key: undefined };
    for (const value of ["x".repeat(255), "\0".repeat(43), "x".repeat(4_094)])
      expect(encode(value)).toEqual({ ...inlined, value });
    expect(nodes).toEqual([]);
    const value = "x".repeat(4_095);
    expect(encode(value)).toEqual({ type: "scalar", value, isSmall: false, key: nodeKey(`v"${value}"`) });
    expect(nodes).toEqual([`v"${value}"`]);
  });

  test("beyond doubles has a node of its own", () => {
    const { encode, nodes } = encoding();
    expect(encode(2n ** 64n)).toEqual({
      type: "scalar",
      value: 2n ** 64n,
      isSmall: false,
      key: nodeKey("n18446744073709551616"),
    });
    expect(nodes).toEqual(["n18446744073709551616"]);
  });

  test.each(["x".repeat(5_000), 2n ** 64n])("is encoded once as long as it is the same: %.9s", (value) => {
    const { encode, nodes } = encoding();
    const first = encode(value);
    expect(encode(value)).toBe(first);
    expect(nodes).toEqual([]);
    expect(encode(`${value}!`)).not.toBe(first);
  });
});

describe("what is the same as before", () => {
  test.each<[string, JsonValue]>([
    ["a list", [1, "x", [null, -0]]],
    ["a long list", messages(200)],
    ["an object", { a: 1, b: { c: [true] } }],
    ["a long object", members(200)],
    ["an empty list", []],
    ["an empty object", {}],
  ])("%s is the same encoding, and puts nothing", (_, value) => {
    const { encode, nodes } = encoding();
    const first = encode(value);
    expect(encode(structuredClone(value))).toBe(first);
    expect(nodes).toEqual([]);
  });
});

describe("a change", () => {
  const list = messages(400);
  const object = members(400);
  const objects = list.map((text, id) => ({ id, text }));

  test.each<[string, JsonValue, JsonValue, number]>([
    ["one more element", list, [...list, "new"], 4],
    ["another element", list, list.with(200, "new"), 4],
    ["an object less at the front of a list", objects, objects.slice(1), 4],
    ["an object more at its front", objects, [{ id: -1 }, ...objects], 4],
    ["another member", object, { ...object, "key 200": "new" }, 4],
    ["one more member", object, { "a key": "new", ...object }, 4],
    ["a member beside a long list", { list }, { list, n: 1 }, 2],
    ["an element of an inner list", { list, n: 1 }, { list: list.with(3, "new"), n: 1 }, 5],
  ])("of %s puts few nodes", (_, before, after, most) => {
    const { encode, nodes, root } = encoding();
    encode(before);
    expect(nodes.length).toBeGreaterThan(3 * most);
    encode(after);
    expect(nodes.length).toBeLessThanOrEqual(most);
    expect(root()).toBe(rootOf(after));
  });

  test.each<[string, JsonValue, JsonValue]>([
    ["a list to an object", [1, 2], { 0: 1, 1: 2 }],
    ["an object to a list", { a: 1 }, [1]],
    ["an object to null", { a: 1 }, null],
    ["null to a list", null, [null]],
    ["a long text to another", ["x".repeat(300)], ["y".repeat(300)]],
    ["a long text to a list of it", "x".repeat(300), ["x".repeat(300)]],
    ["0 to -0", [0, { n: 0 }], [-0, { n: -0 }]],
    ["-0 to 0", { n: [-0] }, { n: [0] }],
    ["a longer list to its beginning", [1, 2, 3], [1, 2]],
    ["a list to one with null behind", [1], [1, null]],
    ["keys to others with the same values", { a: 1, b: 2 }, { a: 1, c: 2 }],
    ["keys in another order", { a: 1, b: 2 }, { b: 2, a: 1 }],
    ["more keys", { a: 1 }, { a: 1, b: 1 }],
    ["fewer keys", { a: 1, b: 1 }, { a: 1 }],
    ["one of two values", { a: 1, b: 2 }, { a: 1, b: 3 }],
    ["the keys of a long object", members(60), { ...members(50), more: "x" }],
    ["a long object to a short one and its members", members(60), { "key 1": message(1) }],
  ])("of %s gives the root of the new value", (_, before, after) => {
    const { encode, root } = encoding();
    encode(before);
    encode(after);
    expect(root()).toBe(rootOf(after));
    encode(before);
    expect(root()).toBe(rootOf(before));
  });

  test("of an element that is promised not to change is not seen, but for the last eight", () => {
    const { encode, root } = encoding({ immutable: true });
    const objects = Array.from({ length: 40 }, (_, id) => ({ id, text: message(id) }));
    encode(objects);
    const before = objects.map((each) => ({ ...each }));
    for (const at of [31, 32])
      objects.splice(at, 1, Object.assign(objects[at] ?? { id: 0, text: "" }, { text: "new" }));
    encode(objects);
    expect(root()).toBe(rootOf(before.with(32, { id: 32, text: "new" })));
    encode([...objects, { id: 40, text: "more" }]);
    expect(root()).toBe(rootOf([...before, { id: 40, text: "more" }].with(32, { id: 32, text: "new" })));
  });
});

test("a member without a value is absent, and comes when it has one", () => {
  const { encode, root } = encoding();
  encode({ a: 1, b: undefined, c: [2] });
  expect(root()).toBe(rootOf({ a: 1, c: [2] }));
  encode({ a: 1, b: 3, c: [2] });
  expect(root()).toBe(rootOf({ a: 1, b: 3, c: [2] }));
  encode({ a: undefined, b: undefined, c: undefined });
  expect(root()).toBe(rootOf({}));
});

describe("what is not JSON", () => {
  test.each<[unknown, string]>([
    [{ a: [1, { b: Number.NaN }] }, "state.a[1].b: NaN is not JSON."],
    [{ a: [1, { b: 1 }], c: { "\udc00": 1 } }, "state.c: a lone surrogate is not Unicode text."],
    [[[1], [2], new Date(0)], "state[2]: a value of type object is not JSON."],
    [undefined, "state: a value of type undefined is not JSON."],
  ])("is refused, with its path: %o", (value, message) => {
    expect(() => encoding().encode(value)).toThrow(
      expect.objectContaining({ code: "invalid_input", message: `${message} Save plain JSON values.` }),
    );
  });

  test("is nesting beyond a thousand levels", () => {
    const nested = (levels: number) => {
      let value: JsonValue = 1;
      for (let i = 0; i < levels; i++) value = [value];
      return value;
    };
    expect(() => encoding().encode(nested(1_000))).not.toThrow();
    expect(() => encoding().encode(nested(1_001))).toThrow("state: nested deeper than 1000 levels.");
  });
});
