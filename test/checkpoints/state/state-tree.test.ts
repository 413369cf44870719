import canonicalize from "canonicalize";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { encodeState } from "../../../src/checkpoints/state/encode/encode-state.ts";
import { loadState } from "../../../src/checkpoints/state/load/load-state.ts";
import type { JsonValue } from "../../../src/kernel/json.ts";

const text = fc.string({ unit: "grapheme", maxLength: 400 });
const json = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: "medium" },
    fc.constant(null),
    fc.boolean(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.bigInt(),
    text,
    fc.array(tie("value"), { maxLength: 80 }),
    fc.dictionary(fc.oneof(text, fc.constant("__proto__")), tie("value"), {
      maxKeys: 80,
      noNullPrototype: true,
    }),
  ),
})).value;

function reader(nodes: Map<string, Uint8Array>) {
  return async (keys: string[]) =>
    new Map(keys.flatMap((key) => (nodes.has(key) ? [[key, nodes.get(key)!] as const] : [])));
}

describe("the state tree", () => {
  test("round-trips any JSON value", async () => {
    await fc.assert(
      fc.asyncProperty(json, async (value) => {
        const { root, nodes } = encodeState(value);
        expect(await loadState(root, reader(nodes))).toStrictEqual(value);
      }),
    );
  });

  test("objects of any size come back with their keys in the order in which they were", async () => {
    const large: JsonValue = Object.fromEntries(
      Array.from({ length: 2_000 }, (_, i) => [`key ${(i * 7_919) % 2_000}`, i]),
    );
    await fc.assert(
      fc.asyncProperty(fc.oneof(json, fc.constant<JsonValue>({ large, b: 1, a: [large] })), async (value) => {
        for (const each of [value, reversed(value)]) {
          const { root, nodes } = encodeState(each);
          expect(textOf(await loadState(root, reader(nodes)))).toBe(textOf(each));
        }
      }),
      { examples: [[{ large }]] },
    );
  });

  test("equal values have equal roots", () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(encodeState(structuredClone(value)).root).toBe(encodeState(value).root);
      }),
    );
  });

  test("writes the canonical text of RFC 8785, but for the order of keys", () => {
    const plain = fc
      .jsonValue({ maxDepth: 2 })
      .filter((value) => !/(?<![\d.e])-?0(?![.\d])/.test(JSON.stringify(value)));
    fc.assert(
      fc.property(plain, (value) => {
        const { nodes } = encodeState(value as JsonValue);
        fc.pre(nodes.size === 1);
        const [bytes] = nodes.values();
        const written = Buffer.from(bytes!).toString();
        fc.pre(written.startsWith("v"));
        expect(canonicalize(JSON.parse(written.slice(1)))).toBe(canonicalize(value));
        expect(written.slice(1)).toBe(JSON.stringify(value));
      }),
    );
  });

  test("detects a flipped byte in any node and names the node", async () => {
    const state = {
      log: Array.from({ length: 40 }, (_, i) => ({ i, note: "x".repeat(i * 9) })),
      big: 2n ** 80n,
    };
    const { root, nodes } = encodeState(state);
    for (const [key, bytes] of nodes) {
      for (const at of [0, bytes.length >> 1, bytes.length - 1]) {
        const damaged = Uint8Array.from(bytes, (byte, i) => (i === at ? byte ^ 1 : byte));
        const read = reader(new Map(nodes).set(key, damaged));
        await expect(loadState(root, read)).rejects.toMatchObject({
          code: "state_corrupt",
          details: { key },
        });
      }
    }
  });

  test("names a missing node", async () => {
    const { root, nodes } = encodeState(Array.from({ length: 500 }, (_, i) => `entry ${i}`));
    const gone = [...nodes.keys()].find((key) => key !== root)!;
    nodes.delete(gone);
    await expect(loadState(root, reader(nodes))).rejects.toMatchObject({
      code: "state_corrupt",
      details: { key: gone },
    });
  });

  test.each([10, 100, 1_000, 10_000, 100_000])("appends to a list of %i with few new nodes", (n) => {
    const list: JsonValue[] = Array.from({ length: n }, (_, i) => ({ id: i, text: `message ${i}` }));
    const before = encodeState({ list }).nodes;
    const after = encodeState({ list: [...list, { id: n, text: "one more" }] }).nodes;
    const fresh = [...after.keys()].filter((key) => !before.has(key));
    expect(fresh.length).toBeLessThanOrEqual(3 + Math.ceil(Math.log2(n)));
    expect(fresh.reduce((sum, key) => sum + after.get(key)!.length, 0)).toBeLessThan(30_000);
  });

  test("is few nodes to read, though each append writes little", () => {
    const message = (i: number) => ({ id: i, text: `message ${i} `.repeat(80) });
    const messages = Array.from({ length: 1_000 }, (_, i) => message(i));
    const before = encodeState({ messages }).nodes;
    const after = encodeState({ messages: [...messages, message(1_000)] }).nodes;
    expect(before.size).toBeLessThan(150);
    const written = [...after].filter(([key]) => !before.has(key)).map(([, { length }]) => length);
    expect(written.reduce((sum, length) => sum + length, 0)).toBeLessThan(6_000);
  });

  test("changes one member of a large object with few new nodes", () => {
    const object = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`key ${i}`, i]));
    const before = encodeState(object).nodes;
    const after = encodeState({ ...object, "key 777": "changed" }).nodes;
    expect([...after.keys()].filter((key) => !before.has(key)).length).toBeLessThanOrEqual(12);
  });

  test.each([
    ["a lone surrogate", { a: ["\ud800"] }, "state.a[0]"],
    ["a lone surrogate in a key", { "\udc00": 1 }, "state"],
    ["NaN", [Number.NaN], "state[0]"],
    ["a date", { when: new Date(0) }, "state.when"],
    ["undefined in a list", [undefined], "state[0]"],
  ])("refuses %s and says where", (_, value, where) => {
    expect(() => encodeState(value as JsonValue)).toThrow(where);
  });

  test("SEC-S46: refuses 100,000 levels instead of overflowing the stack", () => {
    let deep: JsonValue = 1;
    for (let i = 0; i < 100_000; i++) deep = [deep];
    expect(() => encodeState(deep)).toThrow("deeper than 1000");
  });
});

function textOf(value: JsonValue): string {
  return JSON.stringify(value, (_key, member: unknown) =>
    typeof member === "bigint" ? `${member}n` : Object.is(member, -0) ? "-0" : member,
  );
}

function reversed(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, reversed(member)]),
  );
}
