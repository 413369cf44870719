import { expect, test } from "vitest";
import type { SessionSummary } from "../../src/kernel/record.ts";
import { isLive } from "../../src/sessions/is-live.ts";
import { sampleSession } from "../../src/testing/sample-records.ts";

const NOW = 10_000_000;
const TEN_MINUTES = 600_000;
const asking = sampleSession({ pid: 5, pidStart: "t5" });

/** Whether a session is live if the only running processes are process 7 and that of the asking session. */
const live = (change: Partial<SessionSummary>) => {
  const processes = { startTime: (pid: number) => ({ 5: "t5", 7: "t7" })[pid] } as never;
  return isLive(sampleSession({ lastSeenAt: NOW - TEN_MINUTES, ...change }), { processes, now: NOW, asking });
};

test("a session is live while its process runs", () => {
  expect(live({ pid: 7, pidStart: "t7" })).toBe(true);
  expect(live({ pid: 7, pidStart: null })).toBe(true);
});

test("it is not live if its process is gone, its pid was reused, or the session has ended", () => {
  const recent = { lastSeenAt: NOW };
  expect(live({ pid: 8, pidStart: "t8", ...recent })).toBe(false);
  expect(live({ pid: 8, pidStart: null, ...recent })).toBe(false);
  expect(live({ pid: 7, pidStart: "earlier", ...recent })).toBe(false);
  expect(live({ pid: 7, pidStart: "t7", endedAt: NOW, ...recent })).toBe(false);
});

test("without a process, or in the process of the asking session, it is live for ten minutes after it was last seen", () => {
  for (const process of [{ pid: null }, { pid: 5, pidStart: "t5" }]) {
    expect(live({ ...process, lastSeenAt: NOW - TEN_MINUTES + 1 })).toBe(true);
    expect(live({ ...process, lastSeenAt: NOW - TEN_MINUTES })).toBe(false);
  }
});
