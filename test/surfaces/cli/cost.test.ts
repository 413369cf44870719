import { expect, test } from "vitest";
import { styleFor } from "../../../src/surfaces/cli/layout/style.ts";
import { widthOf } from "../../../src/surfaces/cli/layout/text-width.ts";
import { renderCost } from "../../../src/surfaces/cli/render/cost.ts";

test("the table of cost fits the terminal: the name of a model is cut, no number", () => {
  const now = Date.parse("2026-03-04T10:00:00.000Z");
  const tokens = { input: 98_765, cacheRead: 876_543, cacheWrite: 76_543, output: 9_876 };
  const model = { ...tokens, model: "claude-opus-5-5-20260201", cost: 1.5 };
  const session = {
    id: "4d747904-eebf-4283-9a51-4224671e9fb7",
    agent: "claude-code",
    title: "Build the importer.",
    lastSeenAt: new Date(now).toISOString(),
    models: [model],
  };
  const lines = renderCost(
    { sessions: [session], cost: 1.5, unpriced: [], unread: 0 },
    { style: styleFor(false), now, columns: 87 },
  );
  expect(lines.filter((line) => widthOf(line) > 87)).toEqual([]);
  expect(lines[1]).toContain("claude-opus-…");
  expect(lines[1]).toMatch(/98,765 +876,543 +76,543 +9,876 +\$1\.50 +just now$/);
});
