import { describe, expect, test } from "vitest";
import { changedMuch } from "../../src/capture/changed-files.ts";
import type { AgentEvent } from "../../src/kernel/agent/agent-event.ts";
import { type Capture, EMPTY_CAPTURE } from "../../src/kernel/capture.ts";
import { Config } from "../../src/kernel/config/config.ts";
import { sampleSession } from "../../src/testing/sample-records.ts";

type File = Capture["files"][number];

const base = { id: "e", agent: "claude-code", nativeSession: "n", cwd: "/work/shop" };
const used = (at: number): AgentEvent => ({ ...base, at, kind: "tool_use", facts: [] });
const stopped = (at: number): AgentEvent => ({
  ...base,
  at,
  kind: "agent_stop",
  stopHookActive: false,
  backgroundTasks: 0,
});
const file = (path: string, changedAt: number | null): File => ({
  path: `/work/shop/${path}`,
  action: changedAt === null ? "read" : "changed",
  at: 900_000,
  changedAt,
  edit: null,
});
const files = (count: number, changedAt: number | null) =>
  Array.from({ length: count }, (_, i) => file(`part${i}.ts`, changedAt));
const session = sampleSession({ worktree: "/work/shop" });

function isMuch(event: AgentEvent, changed: File[], limits: Partial<Config["continuity"]> = {}): boolean {
  const { continuity } = Config.parse({});
  const capture = { ...EMPTY_CAPTURE, files: changed, checkpointedAt: 100_000 };
  return changedMuch(event, { session, capture }, { ...continuity, changedFiles: 3, ...limits });
}

describe("D32: enough files changed", () => {
  test("if they are as many as the setting says", () => {
    expect([2, 3, 4].map((count) => isMuch(stopped(900_000), files(count, 200_000)))).toEqual([
      false,
      true,
      true,
    ]);
  });

  test.each([
    ["were only read", null],
    ["changed at the last checkpoint", 100_000],
    ["changed before it", 99_999],
  ])("but not if they %s", (_, changedAt) => {
    expect(isMuch(stopped(900_000), files(9, changedAt))).toBe(false);
    expect(isMuch(used(900_000), [...files(2, 200_000), ...files(9, changedAt)])).toBe(false);
  });

  test("within a turn only when the newest of them has rested for ten seconds", () => {
    const changed = [file("a.ts", 200_000), file("b.ts", 300_000), file("c.ts", 250_000)];
    expect([309_999, 310_000].map((at) => isMuch(used(at), changed))).toEqual([false, true]);
    expect(isMuch(stopped(300_000), changed)).toBe(true);
  });
});

describe("D32: a file that the setting names is enough alone", () => {
  test.each([
    ["api/v1.yaml", true],
    ["src/api/v1.yaml", false],
  ])("%s: %s", (path, expected) => {
    expect(isMuch(stopped(900_000), [file(path, 200_000)], { changedGlob: "api/**" })).toBe(expected);
  });

  test("but not by a pattern that takes too long to match", () => {
    const path = `${"a".repeat(4_000)}b`;
    expect(isMuch(stopped(900_000), [file(path, 200_000)], { changedGlob: "a*b" })).toBe(true);
    const costly = `${"*a".repeat(200)}*b`;
    expect(isMuch(stopped(900_000), [file(path, 200_000)], { changedGlob: costly })).toBe(false);
  });

  test("beside others, if it changed since the last checkpoint", () => {
    const limits = { changedGlob: "api/**" };
    expect(isMuch(stopped(900_000), [file("a.ts", 200_000), file("api/b", 200_000)], limits)).toBe(true);
    expect(isMuch(stopped(900_000), [file("a.ts", 200_000), file("api/b", 100_000)], limits)).toBe(false);
  });
});
