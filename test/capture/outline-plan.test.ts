import { expect, test } from "vitest";
import { outlinePlan } from "../../src/capture/outline-plan.ts";

test("the outline of a plan has its title and its steps, not what explains them", () => {
  const plan =
    "# Move the cache\n\nIt is slow.\n\n## Steps\n1. Switch the callers\n   - all of them\n2. [ ] Delete the old pool\n\n## Why\nSpeed.";
  expect(outlinePlan(plan)).toBe("Move the cache\nSteps\n1. Switch the callers\n2. [ ] Delete the old pool");
});

test("where numbered headings are the steps, the lists below them are details", () => {
  const plan =
    "# Add a version\n\n## Goal\n- one source\n\n### 1. New file\nText.\n### 2. Root command\n- drop the variable\n### Step 3: ship\n## Verification\nmake";
  expect(outlinePlan(plan)).toBe(
    "Add a version\nGoal\n- one source\n1. New file\n2. Root command\nStep 3: ship",
  );
});

test("of a plan without any it is the beginning", () => {
  expect(outlinePlan("First the tests.\n\nThen the code.")).toBe("First the tests.\nThen the code.");
});
