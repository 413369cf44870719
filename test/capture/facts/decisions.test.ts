import { describe, expect, test } from "vitest";
import { mergeDecisions, statedDecisions } from "../../../src/capture/facts/decisions.ts";

describe("the decisions that an agent states", () => {
  const decisions = [
    "Use streams",
    { decision: "One file", rationale: "it is short" },
    { decision: "No cache" },
    { decision: "No queue", rationale: null },
  ];
  const stated = [
    { decision: "Use streams", rationale: null },
    { decision: "One file", rationale: "it is short" },
    { decision: "No cache", rationale: null },
    { decision: "No queue", rationale: null },
  ];

  test.each([
    ["checkpoint_save", { decisions }],
    ["checkpoint_save", { state: { decisions } }],
    ["session_digest", { decisions, nextSteps: [] }],
  ])("through %s are those of its input: %j", (tool, input) => {
    expect(statedDecisions({ tool, input })).toEqual(stated);
  });

  test.each([
    ["recall", { decisions }],
    ["session_digest", { decisions: "Use streams" }],
    ["session_digest", { decisions: [{ rationale: "it is short" }] }],
    ["session_digest", {}],
    ["session_digest", null],
  ])("through %s are none in %j", (tool, input) => {
    expect(statedDecisions({ tool, input })).toEqual([]);
  });

  test("are kept within four hundred characters each", () => {
    const long = { decision: "d".repeat(401), rationale: "r".repeat(401) };
    expect(statedDecisions({ tool: "session_digest", input: { decisions: [long] } })).toEqual([
      { decision: `${"d".repeat(399)}…`, rationale: `${"r".repeat(399)}…` },
    ]);
  });
});

describe("decisions that are added", () => {
  const known = Array.from({ length: 29 }, (_, i) => ({ decision: `known ${i}`, rationale: "why" }));

  test("are those that are not known, whatever their reason", () => {
    const fresh = [
      { decision: "known 3", rationale: "another reason" },
      { decision: "new", rationale: null },
    ];
    expect(mergeDecisions(known, fresh)).toEqual([...known, { decision: "new", rationale: null }]);
  });

  test("take the place of the oldest of thirty", () => {
    const fresh = ["new a", "new b"].map((decision) => ({ decision, rationale: null }));
    expect(mergeDecisions(known, fresh)).toEqual([...known.slice(1), ...fresh]);
  });
});
