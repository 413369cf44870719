import { describe, expect, test } from "vitest";
import type { Processes } from "../../../src/kernel/ports/processes.ts";
import { sessionState } from "../../../src/recovery/work/session-state.ts";
import { sampleSession } from "../../../src/testing/sample-records.ts";

const NOW = 10_000_000;
const ENDED = { endedAt: 5_000 };
const PROCESS = { pid: 77, pidStart: "at noon" };
const processes = {
  startTime: (pid: number) => (pid === 77 ? "at noon" : undefined),
} as unknown as Processes;

describe("the state of a session in a word", () => {
  test.each([
    ["whose process runs, however long it was silent", "running", PROCESS],
    ["that has no process, but was active just now", "running", { lastSeenAt: NOW - 1_000 }],
    ["whose process is gone", "cut off", { pid: 78, pidStart: "at noon", lastSeenAt: NOW }],
    ["that was silent for long", "cut off", {}],
    ["that another one found lost", "cut off", { ...ENDED, endReason: "lost" }],
    ["that ended", "ended", { ...ENDED, endReason: "other" }],
    ["that ended while its process runs on", "ended", { ...ENDED, ...PROCESS, endReason: "other" }],
    ["that the user cleared", "cleared", { ...ENDED, endReason: "clear" }],
  ])("of one %s is %s", (_, state, change) => {
    expect(sessionState(sampleSession(change), { processes, now: NOW })).toBe(state);
  });
});
