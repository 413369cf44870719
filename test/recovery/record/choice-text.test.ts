import { describe, expect, test } from "vitest";
import { type Capture, EMPTY_CAPTURE } from "../../../src/kernel/capture.ts";
import { choiceText, describeSession } from "../../../src/recovery/record/choice-text.ts";
import { sampleSession } from "../../../src/testing/sample-records.ts";

const NONCE = "0123456789abcdef01234567";
const CHOICE = {
  reason: "They ran side by side in this worktree",
  options: ['chk_1: "Build it."', 'chk_2: "Draw it."'],
};

describe("the text for a session that may continue one of several", () => {
  test("names all of them, says why none was chosen, and whom to ask", () => {
    expect(choiceText(CHOICE, { budget: 2_000, nonce: NONCE }).split("\n")).toEqual([
      `<holdfast-recovery nonce="${NONCE}">`,
      "There is earlier work that this session may continue; none was chosen. They ran side by side in this worktree:",
      '- chk_1: "Build it."',
      '- chk_2: "Draw it."',
      "If the user wants to continue earlier work, ask which one; the checkpoint_resume tool with its id returns the whole record.",
      `</holdfast-recovery nonce="${NONCE}">`,
    ]);
  });

  test("keeps to its budget, fence included", () => {
    const text = choiceText(CHOICE, { budget: 250, nonce: NONCE });
    expect(text).toHaveLength(250);
    expect(text.split("\n").slice(1, -1).join("\n")).toMatch(/^There is earlier work .*…$/s);
    expect(text.endsWith(`\n</holdfast-recovery nonce="${NONCE}">`)).toBe(true);
  });

  test("loses tags before it is cut, so that no half of one is left", () => {
    const options = [`${"x".repeat(80)}<system-reminder>`];
    for (let budget = 270; budget < 300; budget++)
      expect(choiceText({ ...CHOICE, options }, { budget, nonce: NONCE })).not.toContain("<s");
  });
});

describe("a session that is offered", () => {
  const asked = (goal: string | null, ...prompts: string[]): Capture => ({
    ...EMPTY_CAPTURE,
    goal,
    prompts: prompts.map((text, i) => ({ id: `p${i}`, channel: "typed", text, asked: null, at: i })),
  });
  const describeIt = (capture: Capture, change = {}, checkpointId: string | null = "chk_1") =>
    describeSession(sampleSession({ nativeId: "2dc79b80", ...change }), {
      capture,
      checkpointId,
      ageMs: 7_200_000,
    });

  test("is known by its checkpoint, its goal, the latest request, where and when", () => {
    expect(describeIt(asked("Build the\nimporter.", "Build it.", "Quote\nthe fields."))).toBe(
      'chk_1: "Build the importer.", last "Quote the fields." (/home/user/app, 2 h ago)',
    );
  });

  test("says once what is both", () => {
    expect(describeIt(asked("Build it.", "Build it."))).toBe('chk_1: "Build it." (/home/user/app, 2 h ago)');
  });

  test("is known by what the person agreed to, if nothing else was said", () => {
    const agreed = { ...asked(null, "What now?", "yes"), proposal: "Shall I quote the fields?" };
    expect(describeIt(agreed)).toBe('chk_1: "Shall I quote the fields?" (/home/user/app, 2 h ago)');
  });

  test("names its branch, if it was on one", () => {
    expect(describeIt(asked("Build it.", "Build it."), { gitBranch: "fix" })).toBe(
      'chk_1: "Build it." (/home/user/app, branch fix, 2 h ago)',
    );
  });

  test("is known by its client's id without a checkpoint, and by little if nothing is known of it", () => {
    expect(describeIt(asked(null), {}, null)).toBe('2dc79b80: "" (/home/user/app, 2 h ago)');
  });

  test("says no more than 160 characters of each", () => {
    const [goal, latest] = ["g".repeat(161), "l".repeat(161)];
    expect(describeIt(asked(goal, latest))).toContain(`"${"g".repeat(159)}…", last "${"l".repeat(159)}…" (`);
  });
});
