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
  expect(outlinePlan("First the tests.\n \n  Then the code.\t")).toBe("First the tests.\nThen the code.");
});

test.each([
  ["marks of a list", "* one\n+ two\n- three\n1) four\n2. five", "* one\n+ two\n- three\n1) four\n2. five"],
  ["boxes", "- [ ] one\n- [x] two", "- [ ] one\n- [x] two"],
  ["headings of every depth", "# Plan\n###### Steps\n- one", "Plan\nSteps\n- one"],
  ["white space at its ends", "#   Plan  \n- one   ", "Plan\n- one"],
])("the steps of a plan may have %s", (_, plan, outline) => {
  expect(outlinePlan(plan)).toBe(outline);
});

test.each([
  ["indented steps are details", "# Plan\n- one\n  - two\n\t- three", "Plan\n- one"],
  ["an empty step is none", "# Plan\n- one\n- \n1.", "Plan\n- one"],
  ["a mark without white space is none", "# Plan\n- one\n-two\n1.three\n#four", "Plan\n- one"],
  ["a heading without steps is left out", "# Plan\n## Why\n## Steps\n- one\n## Risks", "Plan\nSteps\n- one"],
  ["seven marks are no heading", "####### Plan\n- one", "- one"],
])("in a plan %s", (_, plan, outline) => {
  expect(outlinePlan(plan)).toBe(outline);
});

test.each([
  ["## 1. One\n- detail\n## 2) Two", "1. One\n2) Two"],
  ["## Phase 1: One\n- detail\n## Phase 2: Two\n1. detail", "Phase 1: One\nPhase 2: Two"],
  ["## Étape 1 prepare\n- detail", "Étape 1 prepare"],
  ["- before\n## 1. One\n- detail", "- before\n1. One"],
  ["# 1. Title\n- step", "1. Title\n- step"],
  ["## Use 2FA\n- step", "Use 2FA\n- step"],
])("numbered headings below the first rank are steps: %j", (plan, outline) => {
  expect(outlinePlan(plan)).toBe(outline);
});

test("a line and the whole are cut", () => {
  expect(outlinePlan(`- ${"x".repeat(199)}`)).toBe(`- ${"x".repeat(197)}…`);
  const steps = Array.from({ length: 9 }, (_, i) => `${i}. ${"x".repeat(150)}`).join("\n");
  expect(outlinePlan(steps)).toBe(`${steps.slice(0, 1_199)}…`);
});

test("of a plan that says nothing is nothing", () => {
  expect(outlinePlan(" \n\n")).toBe("");
});
