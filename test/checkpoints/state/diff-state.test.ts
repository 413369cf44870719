import fc from "fast-check";
import { expect, test } from "vitest";
import { applyChanges, diffStates } from "../../../src/checkpoints/state/diff-state.ts";
import type { JsonValue } from "../../../src/kernel/json.ts";

const json = fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<JsonValue>;

test("the changes from a to b, applied to a, give b", () => {
  fc.assert(
    fc.property(json, json, (a, b) => {
      expect(applyChanges(a, diffStates(a, b))).toEqual(b);
    }),
  );
});

test("equal states have no changes", () => {
  fc.assert(
    fc.property(json, (a) => {
      expect(diffStates(a, structuredClone(a))).toEqual([]);
    }),
  );
});

test("names what was added, removed and changed by its path", () => {
  const before = { todos: [{ content: "a", status: "pending" }], gone: 1 };
  const after = {
    todos: [
      { content: "a", status: "completed" },
      { content: "b", status: "pending" },
    ],
  };
  expect(diffStates(before, after)).toEqual([
    { op: "changed", path: ["todos", 0, "status"], before: "pending", after: "completed" },
    { op: "added", path: ["todos", 1], after: { content: "b", status: "pending" } },
    { op: "removed", path: ["gone"], before: 1 },
  ]);
});
