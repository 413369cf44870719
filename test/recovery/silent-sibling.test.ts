import { expect, test } from "vitest";
import type { Session } from "../../src/kernel/record.ts";
import { type Candidate, chooseSource } from "../../src/recovery/source/choose-source.ts";
import { ROOT_AREA } from "../../src/recovery/source/work-area.ts";
import { sampleSession } from "../../src/testing/sample-records.ts";

const now = 100_000;

function choose(...candidates: Candidate[]) {
  return chooseSource("startup", sampleSession({ startedAt: now }), { area: ROOT_AREA, candidates });
}

function over(change: Partial<Session>): Candidate {
  return {
    session: sampleSession({ promptCount: 1, lastSeenAt: 20_000, ...change }),
    live: false,
    forgotten: false,
    hasWork: true,
    area: ROOT_AREA,
  };
}

test("a killed session is recovered although another one began while it was silent", () => {
  const killed = over({});
  const beside = {
    session: sampleSession({ promptCount: 1, startedAt: 30_000, lastSeenAt: 40_000 }),
    live: true,
    forgotten: false,
    hasWork: true,
    area: ROOT_AREA,
  };
  expect(choose(beside, killed)).toMatchObject({ type: "earlier", sessionId: killed.session.id });
});

test("a session that was cleared did not adopt its sibling's work", () => {
  const ended = over({ endedAt: 20_000, endReason: "other" });
  const cleared = sampleSession({
    promptCount: 1,
    startedAt: 30_000,
    parentId: "ses_x",
    parentReason: "clear",
  });
  expect(choose({ ...over({}), session: cleared, live: true }, ended)).toMatchObject({
    type: "earlier",
    sessionId: ended.session.id,
  });
});

test("a session is over when a later one began after its end and continued", () => {
  const ended = over({ endedAt: 20_000, endReason: "other" });
  const later = over({ startedAt: 30_000, lastSeenAt: 40_000, endedAt: 40_000, endReason: "other" });
  expect(choose(later, ended)).toMatchObject({ type: "earlier", sessionId: later.session.id });
});
