import { describe, expect, test } from "vitest";
import { assembleState, copyValue } from "../../../src/checkpoints/state/load/assemble-state.ts";
import type { Node } from "../../../src/checkpoints/state/node/read-node.ts";
import type { JsonValue } from "../../../src/kernel/json.ts";

const tree = (nodes: Record<string, Node>) => new Map(Object.entries(nodes));
const children = (...keys: string[]) => keys.map((key) => ({ key, count: 1 }));

describe("a state is assembled", () => {
  test("from runs, in their order, across levels", () => {
    const nodes = tree({
      top: { type: "inner", of: "list", children: children("left", "c") },
      left: { type: "inner", of: "list", children: children("a", "b") },
      a: { type: "list", entries: [[1], "text"] },
      b: { type: "list", entries: [[{ x: 2 }]] },
      c: { type: "list", entries: ["members"] },
      text: { type: "value", value: "long" },
      members: { type: "inner", of: "object", children: children("m", "n") },
      m: { type: "object", members: [["one", [1]]] },
      n: { type: "object", members: [["__proto__", "text"]] },
    });
    const list = assembleState("top", nodes) as JsonValue[];
    expect(list.slice(0, 3)).toEqual([1, "long", { x: 2 }]);
    expect(Object.entries(list[3] ?? {})).toEqual([
      ["one", 1],
      ["__proto__", "long"],
    ]);
    expect(list).toHaveLength(4);
  });

  test("from a single value", () => {
    expect(assembleState("top", tree({ top: { type: "value", value: null } }))).toBeNull();
  });

  test("without the runs that could not be read, which are texts in their place", () => {
    const unreadable: Node = { type: "value", value: "(unreadable)" };
    const lists = tree({
      top: { type: "inner", of: "list", children: children("gone", "rest") },
      gone: unreadable,
      rest: { type: "list", entries: [[7]] },
    });
    expect(assembleState("top", lists)).toEqual([7]);
    const objects = tree({
      top: { type: "inner", of: "object", children: children("gone", "rest") },
      gone: unreadable,
      rest: { type: "object", members: [["seven", [7]]] },
    });
    expect(assembleState("top", objects)).toEqual({ seven: 7 });
  });

  test("not without a node that it needs, which is named", () => {
    expect(() => assembleState("top", tree({}))).toThrow(
      expect.objectContaining({ code: "state_corrupt", details: { key: "top" } }),
    );
  });
});

describe("a state belongs to its caller", () => {
  const inlined = { tags: ["x"] };
  const nodes = () =>
    tree({
      top: { type: "list", entries: ["twice", "twice", [inlined]] },
      twice: { type: "list", entries: [[inlined]] },
    });

  test("who may change one of two equal parts alone", () => {
    const [one, other] = assembleState("top", nodes()) as JsonValue[][];
    expect(one).toEqual([inlined]);
    expect(other?.[0]).toEqual(inlined);
    expect(other?.[0]).not.toBe(one?.[0]);
  });

  test("who gets the values of the nodes themselves, unless these are kept for a later state", () => {
    const [, , given] = assembleState("top", nodes()) as JsonValue[];
    expect(given).toBe(inlined);
    const [, , copied] = assembleState("top", nodes(), { keep: true }) as JsonValue[];
    expect(copied).not.toBe(inlined);
    expect(copied).toEqual(inlined);
  });
});

test("a copy is equal and shares no list or object, at any depth", () => {
  const value: JsonValue = {
    list: [1, [null, { deep: true }]],
    object: { none: null, text: "x", big: 2n ** 70n },
    ...(JSON.parse('{"__proto__":{"a":[1]}}') as object),
  };
  const copy = copyValue(value);
  expect(copy).toEqual(value);
  const parts = (of: unknown): unknown[] =>
    typeof of === "object" && of !== null ? [of, ...Object.values(of).flatMap(parts)] : [];
  const originals = new Set(parts(value));
  expect(originals.size).toBe(7);
  expect(parts(copy).filter((part) => originals.has(part))).toEqual([]);
});
