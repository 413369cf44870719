import { describe, expect, test } from "vitest";
import { type Capture, EMPTY_CAPTURE } from "../../../src/kernel/capture.ts";
import {
  describeOpenTodos,
  LINE_CHARS,
  latestRequest,
  quoteWork,
  workTitle,
} from "../../../src/recovery/record/work-title.ts";

const asked = (goal: string | null, ...prompts: string[]): Capture => ({
  ...EMPTY_CAPTURE,
  goal,
  prompts: prompts.map((text, i) => ({ id: `p${i}`, channel: "typed", text, asked: null, at: i })),
});
const titled = (goal: string | null, ...prompts: string[]) => workTitle(asked(goal, ...prompts));

test("a title that is cut in the middle of a control tag holds no beginning of one", () => {
  for (let length = 20; length < 48; length++) {
    const title = titled(
      `${"Rewrite the importer of the shop and its tests".slice(0, length)} <system-reminder>`,
    );
    expect(title).not.toMatch(/<\w/);
  }
});

test("a title of ordinary code stays as it is, and a long one is cut between words", () => {
  expect(titled("Fix a < b in sort()")).toBe("Fix a < b in sort()");
  expect(titled("Rewrite the importer of the shop so that it keeps the quoted fields")).toMatch(
    /^Rewrite .* …$/,
  );
});

describe("the title of some work", () => {
  test("is the first request that describes some, with the latest one beside it where there is room", () => {
    expect(titled("Build it.", "Build it.", "Quote the fields.", "go on")).toBe("Build it.");
    const capture = asked("Build it.", "Build it.", "Quote the fields.", "go on");
    expect(latestRequest(capture)).toBe("Quote the fields.");
    expect(quoteWork(capture)).toBe('"Build it.", latest "Quote the fields."');
    expect(quoteWork(asked("Build it.", "Build it.", "go on"))).toBe('"Build it."');
  });

  test("is its own first request after it took over another goal", () => {
    const rest = { request: null, proposal: null, todos: [], decisions: [], files: [], failures: [] };
    const inherited = { ...rest, goal: "Build it.", lastAnswer: null };
    expect(workTitle({ ...asked("Page the list.", "Page the list."), inherited })).toBe("Page the list.");
  });

  test("is the goal where no prompt describes any, as in a session that only continues another", () => {
    expect(titled("Build it.", "go on")).toBe("Build it.");
  });

  test("is nothing where nothing was asked, or only to go on", () => {
    expect(titled(null, "hello", "ok", "/model opus", "weiter")).toBe("");
    expect(titled(null)).toBe("");
  });

  test("is what the agent proposed or asked, or which files changed, where nothing else was said", () => {
    const prompts = [{ id: "p", channel: "typed", text: "yes", asked: null, at: 1 } as const];
    expect(workTitle({ ...EMPTY_CAPTURE, prompts, proposal: "Shall I quote the fields?" })).toBe(
      "Shall I quote the fields?",
    );
    const response = { id: "r", channel: "answer", text: "Dots", asked: "Dots or commas?", at: 2 } as const;
    expect(workTitle({ ...EMPTY_CAPTURE, prompts, responses: [response] })).toBe("Dots or commas?");
    const files = ["/app/a.js", "/app/b.js"].map((path) => ({
      path,
      action: "changed" as const,
      at: 1,
      changedAt: 1,
      edit: null,
    }));
    expect(workTitle({ ...EMPTY_CAPTURE, prompts, files })).toBe("changes in b.js and 1 more file");
    expect(workTitle({ ...EMPTY_CAPTURE, prompts, files: files.slice(0, 1) })).toBe("changes in a.js");
  });

  test("is one line without what is invisible", () => {
    expect(titled(null, "\u200b Quote\n\tthe\u0000\u001b fields. ")).toBe("Quote the fields.");
    expect(titled("\n Quote\n\tthe\u0000\u001b fields. ", "go on")).toBe("Quote the fields.");
  });

  test("has 48 characters at most", () => {
    expect(titled("t".repeat(48))).toBe("t".repeat(48));
    expect(titled("t".repeat(49))).toBe(`${"t".repeat(47)}…`);
    expect(titled("Rewrite the importer of the shop so that it keeps all")).toBe(
      "Rewrite the importer of the shop so that it …",
    );
  });

  test("is cut within a word that is longer than 20 characters", () => {
    expect(titled(`Fix the ${"x".repeat(60)}`)).toBe(`Fix the ${"x".repeat(39)}…`);
  });

  test("may have dots of its own", () => {
    expect(titled("Wait for a… then go")).toBe("Wait for a… then go");
  });

  test("is that of the session before, while this one asked nothing else", () => {
    const rest = { request: null, proposal: null, todos: [], decisions: [], files: [], failures: [] };
    const inherited = { ...rest, goal: "Build it.", lastAnswer: null };
    expect(workTitle({ ...EMPTY_CAPTURE, inherited })).toBe("Build it.");
  });
});

test("a title with a line of its own may have 120 characters", () => {
  const whole = "Rewrite the importer of the shop so that it keeps all";
  expect(workTitle(asked(whole), LINE_CHARS)).toBe(whole);
  expect(workTitle(asked("word ".repeat(100)), LINE_CHARS)).toMatch(/^(?:word ){20,23}…$/);
  expect(workTitle(asked(null, "Why 19?"), LINE_CHARS)).toBe("Why 19?");
});

describe("open todos", () => {
  const described = (...statuses: Capture["todos"][number]["status"][]) =>
    describeOpenTodos({
      ...EMPTY_CAPTURE,
      todos: statuses.map((status, i) => ({ content: `step ${i}`, status })),
    });

  test("are counted, without those that are done", () => {
    expect(described("pending", "in_progress", "completed")).toBe(", 2 todos open");
    expect(described("pending")).toBe(", 1 todo open");
    expect(described("completed")).toBe("");
    expect(described()).toBe("");
  });
});
