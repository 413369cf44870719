import { describe, expect, test } from "vitest";
import type { StartSource } from "../../../src/kernel/agent/agent-event.ts";
import type { Session } from "../../../src/kernel/record.ts";
import { type Candidate, chooseSource } from "../../../src/recovery/source/choose-source.ts";
import { ROOT_AREA, type WorkArea } from "../../../src/recovery/source/work-area.ts";
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
    hasWork: true,
    area: ROOT_AREA,
    ...flags,
  };
}

const starting = (change: Partial<Session> = {}) => sampleSession({ startedAt: 100_000, ...change });
const chooseFor = (
  source: StartSource,
  current: Session,
  candidates: Candidate[],
  area: WorkArea = ROOT_AREA,
) => chooseSource(source, current, { area, candidates });
const choose = (...candidates: Candidate[]) => chooseFor("startup", starting(), candidates);
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
    expect(chooseFor(source, current, [over()])).toEqual({ type: "own", sessionId: current.id, reason });
  });

  test.each([
    ["compact", "same session, compacted"],
    ["resume", "same session, resumed"],
  ] as const)("gets the record of its former id at the %s that changed it", (source, reason) => {
    const current = starting({ promptCount: 2, parentId: "ses_before", parentReason: source });
    const before = { type: "earlier", sessionId: "ses_before", reason };
    expect(chooseFor(source, current, [over()])).toEqual(before);
    const later = { ...current, incarnation: 2 };
    expect(chooseFor(source, later, [over()])).toMatchObject({ type: "own" });
    expect(chooseFor("startup", current, [])).toEqual(NOTHING);
  });

  test.each(["compact", "resume"] as const)("gets nothing at a %s before anything was asked", (source) => {
    const current = starting({ parentId: "ses_before", parentReason: "clear" });
    expect(chooseFor(source, current, [over()])).toEqual({
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
    expect(chooseFor(source, current, [over()])).toEqual({
      type: "earlier",
      sessionId: "ses_before",
      reason,
    });
  });

  test("is a new task when its client starts anew", () => {
    const newest = over();
    const current = starting({ parentId: "ses_before", parentReason: "handoff" });
    expect(chooseFor("startup", current, [newest])).toEqual(earlier(newest));
  });

  test("without a known parent continues what any other would", () => {
    const newest = over();
    expect(chooseFor("clear", starting(), [newest])).toEqual(earlier(newest));
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
    const itself = { ...over(), session: current, live: false, forgotten: false };
    expect(chooseFor("startup", current, [itself])).toEqual(NOTHING);
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
    const itself = { ...over(), session: current, live: true, forgotten: false };
    expect(chooseFor("startup", current, [itself, parent])).toEqual(earlier(parent));
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
  const choice = chooseFor("startup", starting({ worktree: ELSEWHERE }), [here, elsewhere]);
  expect(choice).toEqual(earlier(elsewhere));
  expect(chooseFor("startup", starting({ worktree: HERE }), [here, elsewhere])).toEqual(earlier(here));
});

describe("several packages in one worktree", () => {
  const inPackage = (home: string, ...changed: string[]): WorkArea => ({ home, isPackage: true, changed });
  const atRoot = (...changed: string[]): WorkArea => ({ home: "", isPackage: false, changed });
  const startingIn = (area: WorkArea, ...candidates: Candidate[]) =>
    chooseFor("startup", starting(), candidates, area);
  const other = (candidate: Candidate) => ({
    type: "ask",
    sessionIds: [candidate.session.id],
    reason: "They worked in another package of this worktree",
  });
  const [a, b] = [inPackage("packages/a"), inPackage("packages/b")];
  const during = (startedAt: number, endedAt: number) => ({ startedAt, endedAt });

  test("the session of the same package is continued, and one of another is only offered", () => {
    const inA = over(during(1_000, 20_000), { area: a });
    expect(startingIn(a, inA)).toEqual(earlier(inA));
    expect(startingIn(b, inA)).toEqual(other(inA));
    expect(startingIn(ROOT_AREA, inA)).toEqual(other(inA));
    const inB = over(during(30_000, 40_000), { area: b });
    expect(startingIn(a, inB, inA)).toEqual(earlier(inA));
    expect(startingIn(b, inB, inA)).toEqual(earlier(inB));
    expect(startingIn(inPackage("packages/c"), inB, inA)).toMatchObject({
      type: "ask",
      sessionIds: [inB.session.id, inA.session.id],
    });
  });

  test("sessions count by the files that they changed, wherever they were started", () => {
    const both = over({}, { area: atRoot("packages/a", "packages/b") });
    expect(startingIn(a, both)).toEqual(earlier(both));
    expect(startingIn(b, both)).toEqual(earlier(both));
    expect(startingIn(inPackage("packages/c"), both)).toEqual(other(both));
    const strayed = over({}, { area: inPackage("packages/a", "packages/b") });
    expect(startingIn(a, strayed)).toEqual(other(strayed));
    expect(startingIn(b, strayed)).toEqual(earlier(strayed));
  });

  test("a single session that was started at the root or in no package is continued everywhere", () => {
    const general = over({}, { area: ROOT_AREA });
    expect(startingIn(a, general)).toEqual(earlier(general));
    const inDocs = over({}, { area: { home: "docs", isPackage: false, changed: [] } });
    expect(startingIn(ROOT_AREA, inDocs)).toEqual(earlier(inDocs));
    expect(startingIn(ROOT_AREA, over({}, { area: atRoot("packages/a") }))).toMatchObject({
      type: "earlier",
    });
    const inA = over(during(1_000, 50_000), { area: a });
    expect(startingIn(b, general, inA)).toMatchObject({ type: "ask" });
  });

  test("directories that are no packages are told apart too, but not from those around them", () => {
    const plain = (home: string): WorkArea => ({ home, isPackage: false, changed: [] });
    const inScripts = over({}, { area: plain("scripts") });
    expect(startingIn(plain("docs"), inScripts)).toEqual(other(inScripts));
    expect(startingIn(plain("scripts/release"), inScripts)).toEqual(earlier(inScripts));
    expect(startingIn(plain("scripts-old"), inScripts)).toEqual(other(inScripts));
  });

  test("a later session of another package does not replace one, even if it continued it", () => {
    const inA = over(during(1_000, 20_000), { area: atRoot("packages/a") });
    const next = { ...during(30_000, 40_000), parentId: inA.session.id };
    const inB = over(next, { area: atRoot("packages/b") });
    expect(startingIn(a, inB, inA)).toEqual(earlier(inA));
    expect(startingIn(ROOT_AREA, inB, inA)).toEqual(earlier(inB));
    const alsoInA = over(next, { area: atRoot("packages/a") });
    expect(startingIn(a, alsoInA, inA)).toEqual(earlier(alsoInA));
  });

  test("of several side by side, the one that was started in the same directory is continued", () => {
    const here = over({ startedIn: HERE });
    const below = over(
      { startedIn: `${HERE}/docs` },
      { area: { home: "docs", isPackage: false, changed: [] } },
    );
    expect(choose(below, here)).toEqual(earlier(here));
    expect(choose(over(), over())).toMatchObject({ type: "ask" });
  });
});

describe("a session without work", () => {
  const idle = (change: Partial<Session>) => over(change, { hasWork: false });

  test("is not continued", () => {
    expect(choose(idle({}))).toEqual(NOTHING);
  });

  test("passes on what it was offered", () => {
    const [one, two] = [over({ endedAt: 20_000 }), over({ endedAt: 20_000 })];
    const empty = idle({ startedAt: 30_000, endedAt: 40_000 });
    expect(choose(empty, one)).toEqual(earlier(one));
    expect(choose(empty, one, two)).toMatchObject({
      type: "ask",
      sessionIds: [one.session.id, two.session.id],
    });
  });
});
