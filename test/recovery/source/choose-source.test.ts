import { describe, expect, test } from "vitest";
import type { StartSource } from "../../../src/kernel/agent/agent-event.ts";
import type { Session } from "../../../src/kernel/record.ts";
import { type Candidate, chooseSource } from "../../../src/recovery/source/choose-source.ts";
import { sampleSession } from "../../../src/testing/sample-records.ts";

const HERE = "/home/user/app";
const ELSEWHERE = "/home/user/app-fix";
const NOTHING = { type: "none", reason: "no earlier session of this project is over and recent" };

/** A session that a person worked in, and that was over before the current one began. */
function over(change: Partial<Session> = {}, flags: Partial<Candidate> = {}): Candidate {
  return {
    session: sampleSession({
      promptCount: 1,
      startedAt: 1_000,
      endedAt: 20_000,
      endReason: "other",
      ...change,
    }),
    live: false,
    forgotten: false,
    ...flags,
  };
}

const starting = (change: Partial<Session> = {}) => sampleSession({ startedAt: 100_000, ...change });
const choose = (...candidates: Candidate[]) => chooseSource("startup", starting(), candidates);
const earlier = ({ session }: Candidate) => ({
  type: "earlier",
  sessionId: session.id,
  reason: "newest here",
});

describe("a conversation that goes on", () => {
  test.each([
    ["compact", "same session, compacted"],
    ["resume", "same session, resumed"],
  ] as const)("gets its own record at a %s", (source, reason) => {
    const current = starting({ promptCount: 1, parentId: "ses_before", parentReason: "handoff" });
    expect(chooseSource(source, current, [over()])).toEqual({ type: "own", sessionId: current.id, reason });
  });

  test.each(["compact", "resume"] as const)("gets nothing at a %s before anything was asked", (source) => {
    const current = starting({ parentId: "ses_before", parentReason: "clear" });
    expect(chooseSource(source, current, [over()])).toEqual({
      type: "none",
      reason: "nothing was asked yet",
    });
  });
});

describe("a session that came from another one", () => {
  test.each<[StartSource, string]>([
    ["clear", "before the user cleared it"],
    ["fork", "forked from it"],
  ])("continues that one at a %s, even if others are newer", (source, reason) => {
    const current = starting({ parentId: "ses_before", parentReason: "fork" });
    expect(chooseSource(source, current, [over()])).toEqual({
      type: "earlier",
      sessionId: "ses_before",
      reason,
    });
  });

  test("is a new task when its client starts anew", () => {
    const newest = over();
    const current = starting({ parentId: "ses_before", parentReason: "handoff" });
    expect(chooseSource("startup", current, [newest])).toEqual(earlier(newest));
  });

  test("without a known parent continues what any other would", () => {
    const newest = over();
    expect(chooseSource("clear", starting(), [newest])).toEqual(earlier(newest));
  });
});

describe("which sessions may be continued", () => {
  test("the only one here that is over", () => {
    const newest = over();
    expect(choose(newest)).toEqual(earlier(newest));
  });

  test("none when there is none", () => {
    expect(choose()).toEqual(NOTHING);
  });

  test.each<[string, Candidate]>([
    ["is still running", over({}, { live: true })],
    ["was cleared or dismissed", over({}, { forgotten: true })],
    ["nobody asked anything in", over({ promptCount: 0 })],
  ])("not one that %s", (_, candidate) => {
    expect(choose(candidate)).toEqual(NOTHING);
  });

  test("not the starting session itself", () => {
    const current = starting({ promptCount: 3 });
    const itself = { session: current, live: false, forgotten: false };
    expect(chooseSource("startup", current, [itself])).toEqual(NOTHING);
  });
});

describe("several sessions that are over", () => {
  test("in this worktree are offered, newest first", () => {
    const [one, two] = [over({ startedAt: 2_000 }), over()];
    expect(choose(one, two)).toEqual({
      type: "ask",
      sessionIds: [one.session.id, two.session.id],
      reason: "They ran side by side in this worktree",
    });
  });

  test("are offered up to three, which a person can survey", () => {
    const candidates = [over(), over(), over(), over()];
    expect(choose(...candidates)).toMatchObject({
      sessionIds: candidates.slice(0, 3).map(({ session }) => session.id),
    });
  });

  test("count in this worktree only, if there is one here", () => {
    const here = over();
    expect(choose(over({ worktree: ELSEWHERE }), here)).toEqual(earlier(here));
  });

  test("are offered even if there is only one, when it is in another worktree", () => {
    const elsewhere = over({ worktree: ELSEWHERE });
    expect(choose(elsewhere)).toEqual({
      type: "ask",
      sessionIds: [elsewhere.session.id],
      reason: "They worked in another worktree of this project",
    });
  });
});

describe("a session that a later one continued", () => {
  test("is not offered again when that one adopted it", () => {
    const adopted = over({ endedAt: null });
    const successor = over({ worktree: ELSEWHERE, parentId: adopted.session.id, parentReason: "handoff" });
    expect(choose(successor, adopted)).toMatchObject({ type: "ask", sessionIds: [successor.session.id] });
  });

  test("is offered when nobody asked anything in that one", () => {
    const adopted = over();
    const successor = over({ promptCount: 0, parentId: adopted.session.id, parentReason: "handoff" });
    expect(choose(successor, adopted)).toEqual(earlier(adopted));
  });

  test("is not offered when that one still runs", () => {
    const adopted = over();
    const successor = over({ parentId: adopted.session.id, parentReason: "handoff" }, { live: true });
    expect(choose(successor, adopted)).toEqual(NOTHING);
  });

  test("is continued by the starting session although that one is its successor", () => {
    const parent = over();
    const current = starting({ promptCount: 1, parentId: parent.session.id, parentReason: "handoff" });
    const itself = { session: current, live: true, forgotten: false };
    expect(chooseSource("startup", current, [itself, parent])).toEqual(earlier(parent));
  });

  test("was offered to every session that began here after its end", () => {
    const later = over({ startedAt: 20_001, endedAt: 30_000 });
    expect(choose(later, over())).toEqual(earlier(later));
  });

  test.each<[string, Partial<Session>]>([
    ["began at the moment of its end", { startedAt: 20_000 }],
    ["began in another worktree", { startedAt: 20_001, worktree: ELSEWHERE }],
    ["was cleared from its own parent", { startedAt: 20_001, parentReason: "clear" }],
    ["was forked from its own parent", { startedAt: 20_001, parentReason: "fork" }],
  ])("was not offered to one that %s", (_, change) => {
    const ended = over();
    const later = over({ parentId: "ses_before", ...change }, { live: true });
    expect(choose(later, ended)).toEqual(earlier(ended));
  });

  test("was not offered while it was only silent", () => {
    const killed = over({ endedAt: null, endReason: null });
    const later = over({ startedAt: 20_001 }, { live: true });
    expect(choose(later, killed)).toEqual(earlier(killed));
  });
});

test("the worktree of the starting session decides, not that of the first candidate", () => {
  const [here, elsewhere] = [over(), over({ worktree: ELSEWHERE })];
  const choice = chooseSource("startup", starting({ worktree: ELSEWHERE }), [here, elsewhere]);
  expect(choice).toEqual(earlier(elsewhere));
  expect(chooseSource("startup", starting({ worktree: HERE }), [here, elsewhere])).toEqual(earlier(here));
});
