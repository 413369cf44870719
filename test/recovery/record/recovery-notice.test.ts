import { describe, expect, test } from "vitest";
import type { AgentAdapter } from "../../../src/kernel/agent/agent.ts";
import type { AgentEvent } from "../../../src/kernel/agent/agent-event.ts";
import { type Capture, EMPTY_CAPTURE } from "../../../src/kernel/capture.ts";
import {
  choiceNotice,
  clearedNotice,
  continuingNotice,
  formatCommandFor,
  nameSession,
  remindedNotice,
} from "../../../src/recovery/record/recovery-notice.ts";

const CAPTURE: Capture = {
  ...EMPTY_CAPTURE,
  goal: "Build the importer.",
  todos: [{ content: "parse the header", status: "pending" }],
};
const PLAIN = (command: string) => command;

describe("what the person sees", () => {
  test("of work that is continued: title, age, open todos, and how to withdraw it", () => {
    expect(continuingNotice(CAPTURE, { ageMs: 600_000, parentReason: "handoff" }, PLAIN)).toBe(
      'Holdfast: continuing "Build the importer." (10 min ago, 1 todo open). Wrong session? Run: holdfast dismiss',
    );
  });

  test.each(["clear", "fork", null] as const)(
    "of work that cannot be withdrawn (%s): no command",
    (reason) => {
      expect(continuingNotice(CAPTURE, { ageMs: 600_000, parentReason: reason }, PLAIN)).toBe(
        'Holdfast: continuing "Build the importer." (10 min ago, 1 todo open).',
      );
    },
  );

  test("of a session that received its own record", () => {
    expect(remindedNotice(CAPTURE)).toBe(
      'Holdfast: reminded the agent of "Build the importer.", 1 todo open.',
    );
  });

  test("of sessions that are only offered: their titles, directories and ages", () => {
    const named = (startedIn: string, minutes: number) =>
      nameSession(
        { startedIn, worktree: "/shop" },
        { capture: CAPTURE, ageMs: minutes * 60_000, here: "/shop" },
      );
    const [one, two] = [named("/shop", 5), named("/shop/packages/b", 10)];
    expect(choiceNotice([one, two])).toBe(
      'Holdfast: 2 earlier sessions could be continued, so none was: "Build the importer." (5 min ago) and "Build the importer." (packages/b, 10 min ago). Tell the agent which one, or run in a terminal: holdfast continue',
    );
    expect(choiceNotice([two])).toBe(
      'Holdfast: 1 earlier session worked elsewhere in this project, so it was not continued: "Build the importer." (packages/b, 10 min ago). Tell the agent to continue it, or run in a terminal: holdfast continue',
    );
    expect(named("/shop-2", 3)).toBe('"Build the importer." (/shop-2, 3 min ago)');
  });

  test("of a session that was cleared: how to bring it back by the id that lists show", () => {
    expect(clearedNotice(CAPTURE, "chk_0123456789abcdef", (command) => `! ${command}`)).toBe(
      'Holdfast: cleared. The record of "Build the importer." is kept: ! holdfast resume chk_01234567',
    );
  });
});

describe("a command", () => {
  const agents = [
    { name: "claude-code", terminal: { commandPrefix: "!" } },
    { name: "codex", terminal: {} },
  ] as unknown as readonly AgentAdapter[];
  test.each([
    ["claude-code", "! holdfast dismiss"],
    ["codex", "holdfast dismiss"],
    ["unknown", "holdfast dismiss"],
  ])("is shown as it is entered in %s", (agent, shown) => {
    expect(formatCommandFor({ agents }, { agent } as AgentEvent)("holdfast dismiss")).toBe(shown);
  });
});
