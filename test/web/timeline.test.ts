import { expect, test } from "vitest";
import { excerpt, findMatch } from "../../web/model/find-match.ts";
import { type LogSession, laterRequest, passes, placeOf, totalsOf } from "../../web/model/log-session.ts";
import { rowOffsets, rowsBetween } from "../../web/model/row-offsets.ts";
import { toTimeline } from "../../web/model/timeline.ts";

const EMPTY: LogSession = {
  id: "ses_0",
  nativeId: "n",
  agent: "codex",
  machine: null,
  title: "Title",
  goal: null,
  latestRequest: null,
  state: "ended",
  live: false,
  dismissed: false,
  project: { id: "prj_0", name: "shop", path: "/shop/.git" },
  worktree: "/shop",
  directory: ".",
  branch: null,
  startedAt: "2026-11-26T10:00:00.000Z",
  lastActivityAt: "2026-11-26T11:00:00.000Z",
  endedAt: null,
  endReason: null,
  turnCount: 2,
  compactions: 0,
  prompts: [],
  todos: [],
  files: [],
  fileCount: 3,
  added: null,
  removed: null,
  filesFrom: "tools",
  commands: [],
  commandCount: 0,
  failing: [],
  decisions: [],
  continues: null,
  recovered: [],
  usage: null,
  patch: null,
  turns: null,
  earlierTurns: 0,
};

const session = (id: string, more: Partial<LogSession>): LogSession => ({ ...EMPTY, id, ...more });

test("the timeline has a row for each day, each session and each long pause", () => {
  const rows = toTimeline(
    [
      session("new", { startedAt: "2026-11-26T12:30:00.000Z", lastActivityAt: "2026-11-26T12:40:00.000Z" }),
      session("near", { startedAt: "2026-11-26T11:50:00.000Z", lastActivityAt: "2026-11-26T12:00:00.000Z" }),
      session("far", { startedAt: "2026-11-26T09:00:00.000Z", lastActivityAt: "2026-11-26T10:00:00.000Z" }),
      session("before", {
        startedAt: "2026-11-24T11:00:00.000Z",
        lastActivityAt: "2026-11-24T12:00:00.000Z",
      }),
    ],
    "",
  );
  expect(rows.map(({ key }) => key)).toEqual([
    "2026-11-26",
    "new",
    "near",
    "gap far",
    "far",
    "2026-11-24",
    "before",
  ]);
  expect(rows[3]).toMatchObject({ type: "gap", ms: 110 * 60_000 });
});

test("the totals of a day count tokens and cost where they are known, and name what has no price", () => {
  const model = { model: "m", input: 1, cacheRead: 2, cacheWrite: 3, output: 4, cost: 0.5 };
  const usage = { models: [model], cost: 0.5, unpriced: ["other"] };
  const totals = totalsOf([session("one", { usage }), session("two", {})]);
  expect(totals).toEqual({
    sessions: 2,
    turns: 4,
    files: 6,
    tokens: 10,
    cost: 0.5,
    unpriced: ["other"],
    unknown: 1,
  });
});

test("a found session shows the text that was found, a decision first", () => {
  const found = session("one", {
    prompts: [{ at: "2026-11-26T10:00:00.000Z", text: "Use a cursor, please" }],
    decisions: [{ decision: "Cursor, not offset", rationale: "Rows are inserted" }],
  });
  expect(findMatch(found, "cursor")).toEqual({
    kind: "decided",
    text: "Cursor, not offset: Rows are inserted",
  });
  expect(findMatch(found, "cursor please")?.kind).toBe("asked");
  expect(findMatch(found, "")).toBeUndefined();
  expect(excerpt(`${"a ".repeat(200)}needle`, "needle")).toMatch(/^….*needle$/);
});

test("is:open, is:live and is:failing keep the sessions of that state", () => {
  const open = session("one", { todos: [{ content: "Test it", status: "pending" }] });
  expect(passes(open, { is: ["open"] })).toBe(true);
  expect(passes(open, { is: ["open", "live"] })).toBe(false);
  expect(passes(session("two", {}), { is: ["open"] })).toBe(false);
});

test("a session is named by its package, and one with a failed command is open", () => {
  const shop = { id: "prj_1", name: "shop", path: "/shop" };
  expect(placeOf({ project: shop, directory: "." })).toBe("shop");
  expect(placeOf({ project: shop, directory: "packages/b" })).toBe("shop/packages/b");
  const failing = session("one", { todos: [], failing: [{ command: "npm test", output: "" }] });
  expect(passes(failing, { is: ["open"] })).toBe(true);
  expect(passes(session("one", { todos: [], failing: [] }), { is: ["open"] })).toBe(false);
});

test("only the rows of the window exist", () => {
  const offsets = rowOffsets(Array.from({ length: 10_000 }, () => 50));
  expect(rowsBetween(offsets, -800, 1_700)).toEqual([0, 35]);
  expect(rowsBetween(offsets, 100_000, 102_500)).toEqual([2_000, 2_051]);
  expect(rowsBetween(offsets, 499_000, 501_500)).toEqual([9_980, 10_000]);
  expect(rowsBetween([0], 0, 100)).toEqual([0, 0]);
});

test("a request that the title shows is not repeated beneath it", () => {
  expect(laterRequest({ goal: "Page the list", latestRequest: "Page the list" })).toBe(null);
  expect(laterRequest({ goal: "Page the list", latestRequest: "Why 19?" })).toBe("Why 19?");
  expect(laterRequest({ goal: null, latestRequest: null })).toBe(null);
});
