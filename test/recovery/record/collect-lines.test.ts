import { describe, expect, test } from "vitest";
import { type Capture, EMPTY_CAPTURE } from "../../../src/kernel/capture.ts";
import { collectLines, type Source } from "../../../src/recovery/record/collect-lines.ts";
import { SECTIONS, type SectionName, TITLES } from "../../../src/recovery/record/sections.ts";

const WORKTREE = "/home/user/app";
const SOURCE: Source = { worktree: WORKTREE, noted: null };

const linesOf = (section: SectionName, capture: Partial<Capture>, source: Partial<Source> = {}) =>
  collectLines({ ...EMPTY_CAPTURE, ...capture }, { ...SOURCE, ...source }).filter(
    (line) => line.section === section,
  );
const textsOf = (...given: Parameters<typeof linesOf>) => linesOf(...given).map(({ text }) => text);
const valuesOf = (...given: Parameters<typeof linesOf>) =>
  linesOf(...given).map(({ value }) => Number(value.toFixed(4)));
/** The lines as they stand in the record. */
const inOrder = (...given: Parameters<typeof linesOf>) =>
  linesOf(...given)
    .toSorted((a, b) => a.order - b.order)
    .map(({ text }) => text);

const todo = (content: string, status: Capture["todos"][number]["status"] = "pending") => ({
  content,
  status,
});
const decision = (text: string, rationale: string | null = null) => ({ decision: text, rationale });
const changed = (path: string) => ({ path, action: "changed" as const, at: 1, changedAt: 1, edit: null });
const failed = (command: string, output = "", at = 1) => ({ id: command, command, ok: false, output, at });

test("a session of which nothing is known has no lines", () => {
  expect(collectLines(EMPTY_CAPTURE, SOURCE)).toEqual([]);
});

describe("open todos", () => {
  test("are those that are not done, what is in progress first", () => {
    const todos = [todo("parse"), todo("open", "completed"), todo("write", "in_progress"), todo("test")];
    expect(linesOf("todos", { todos })).toMatchObject([
      { text: "write (in progress)", order: 0 },
      { text: "parse", order: 1 },
      { text: "test", order: 2 },
    ]);
  });

  test("are worth less the more there are, and no less than others of the same kind", () => {
    const todos = Array.from({ length: 11 }, (_, i) => todo(`step ${i}`));
    expect(valuesOf("todos", { todos })).toEqual([
      0.95, 0.95, 0.95, 0.9, 0.9, 0.9, 0.8, 0.8, 0.6, 0.54, 0.4909,
    ]);
  });

  test("are plain lines of at most 160 characters, and none without text", () => {
    const long = "word ".repeat(40).trim();
    const todos = [todo("parse\nthe <system-reminder>"), todo("  "), todo(long), todo(long, "in_progress")];
    const [progress = "", plain = "", cut = "", ...more] = textsOf("todos", { todos });
    expect(plain).toBe("parse the ‹system-reminder>");
    expect(more).toEqual([]);
    for (const text of [progress, cut]) expect(text.length).toBeLessThanOrEqual(160);
    expect(progress).toMatch(/^(?:word ?)+… \(in progress\)$/);
    expect(cut).toMatch(/^(?:word ?)+…$/);
    expect(cut.length).toBeGreaterThan(progress.length - " (in progress)".length);
  });

  test("include those that it took over from the session before", () => {
    const before = { goal: null, request: null, proposal: null, decisions: [], files: [], failures: [] };
    const inherited = { ...before, todos: [todo("test")], lastAnswer: null };
    expect(textsOf("todos", { todos: [todo("parse")], inherited })).toEqual(["parse", "test"]);
  });
});

describe("decisions", () => {
  test("stand in their order with their reasons, and the newest ones are worth most", () => {
    const texts = ["a", "b", "c", "d", "e", "f"];
    const decisions = texts.map((text) => decision(text));
    const given = [decision("Stream it", "files are large"), ...decisions];
    expect(inOrder("decisions", { decisions: given })).toEqual(["Stream it (files are large)", ...texts]);
    expect(linesOf("decisions", { decisions: given })[0]).toMatchObject({ text: "f", value: 0.9 });
    expect(valuesOf("decisions", { decisions: given })).toEqual([0.9, 0.85, 0.8, 0.7, 0.6, 0.5, 0.4286]);
  });

  test("leave out the user's own answers, which stand among the sentences", () => {
    const sentences = [{ text: "Use camt", at: 1, asked: null, kind: "decision" as const, worth: 0.5 }];
    const decisions = [decision("Use camt"), decision("Stream it")];
    expect(textsOf("decisions", { decisions, sentences })).toEqual(["Stream it"]);
  });

  test("have at most 320 characters", () => {
    const long = "word ".repeat(80).trim();
    const [text = ""] = textsOf("decisions", { decisions: [decision(long)] });
    expect(text.length).toBeGreaterThan(300);
    expect(text.length).toBeLessThanOrEqual(320);
  });
});

describe("what the agent noted", () => {
  test("is one line of at most 500 characters", () => {
    expect(linesOf("noted", {}, { noted: "Ask\nthe bank." })).toEqual([
      { section: "noted", text: "Ask the bank.", order: 0, value: 0.95 },
    ]);
    expect(textsOf("noted", {}, { noted: "n".repeat(501) })).toEqual([`${"n".repeat(499)}…`]);
  });
});

describe("failures", () => {
  test("say which command and why, the last one worth most", () => {
    const commands = [
      failed("npm test", "Exit code 1\nError: no rate for EUR"),
      failed("npm run lint", "x.ts:1:1 is missing"),
    ];
    expect(inOrder("failures", { commands })).toEqual([
      "npm test → Error: no rate for EUR",
      "npm run lint → x.ts:1:1 is missing",
    ]);
    expect(
      valuesOf("failures", { commands: [...commands, failed("make", "make: no rule, failed")] }),
    ).toEqual([1, 0.5, 0.3]);
  });

  test("without a reason are the command alone, of at most 160 characters", () => {
    expect(textsOf("failures", { commands: [failed("node check.js", "Exit code 1")] })).toEqual([
      "node check.js",
    ]);
    const long = `node ${"c".repeat(160)}`;
    expect(textsOf("failures", { commands: [failed(long)] })).toEqual([`${long.slice(0, 159)}…`]);
  });

  test("with a reason have 60 characters of the command and both ends of the reason", () => {
    const [command, output] = [`node ${"c".repeat(60)}`, `Error: ${"r".repeat(120)}z`];
    const [text = ""] = textsOf("failures", { commands: [failed(command, output)] });
    expect(text).toBe(`${command.slice(0, 59)}… → ${output.slice(0, 59)}…${output.slice(-59)}`);
  });

  test("for one reason are listed once, by the last command and at its place", () => {
    const commands = [
      failed("node one.js", "Error: no rate for EUR"),
      failed("node two.js", "Error: no rate for USD"),
      failed("node three.js", "Error: no rate for EUR"),
    ];
    expect(inOrder("failures", { commands })).toEqual([
      "node two.js → Error: no rate for USD",
      "node three.js → Error: no rate for EUR",
    ]);
  });

  test("without a reason are listed each", () => {
    expect(inOrder("failures", { commands: [failed("node one.js"), failed("node two.js")] })).toEqual([
      "node one.js",
      "node two.js",
    ]);
  });
});

describe("files that were changed", () => {
  test("stand in their order, below the worktree by their relative paths", () => {
    const files = [
      changed(`${WORKTREE}/src/a.ts`),
      { ...changed(`${WORKTREE}/src/read.ts`), action: "read" as const },
      changed(`${WORKTREE}-fix/b.ts`),
      changed("c.ts"),
    ];
    expect(inOrder("files", { files })).toEqual(["src/a.ts", `${WORKTREE}-fix/b.ts`, "c.ts"]);
  });

  test("are worth less the longer ago they were changed", () => {
    const files = ["a", "b", "c", "d", "e", "f"].map(changed);
    expect(linesOf("files", { files })[0]?.text).toBe("f");
    expect(valuesOf("files", { files })).toEqual([0.5, 0.4, 0.3, 0.15, 0.1, 0.0833]);
  });
});

describe("where the work stopped", () => {
  test("is the end of the last answer, of at most 220 characters", () => {
    expect(linesOf("stopped", { lastAnswer: "I was about to\nchange split()." })).toEqual([
      { section: "stopped", text: "I was about to change split().", order: 1, value: 0.15 },
    ]);
    const long = { lastAnswer: `${"word ".repeat(60)}end.` };
    const [text = ""] = collectLines({ ...EMPTY_CAPTURE, ...long }, SOURCE, 420).map((line) => line.text);
    expect(text).toMatch(/^…(?:word )+end\.$/);
    expect(text.length).toBeGreaterThan(200);
    expect(text.length).toBeLessThanOrEqual(220);
  });

  test("is preceded by what the agent had concluded, where a record may grow", () => {
    const lastAnswer = `First ${"x".repeat(40)}. ${"Then this. ".repeat(40)}I stopped here.`;
    const [concluded, stopped] = linesOf("stopped", { lastAnswer });
    expect([concluded?.order, stopped?.order]).toEqual([0, 1]);
    expect(concluded?.value).toBe(0.06);
    expect(`${concluded?.text} ${stopped?.text}`.replace(" …", " ")).toBe(lastAnswer);
    const [most = ""] = textsOf("stopped", { lastAnswer: "word ".repeat(290).trim() });
    expect(most.length).toBeGreaterThan(1_000);
    expect(most.length).toBeLessThanOrEqual(1_200);
  });

  test("stands before the latest request if that came later", () => {
    const prompts = [{ id: "p", channel: "typed" as const, text: "Use cents.", asked: null, at: 5 }];
    const sectionAt = (lastAnswerAt: number | null) =>
      collectLines({ ...EMPTY_CAPTURE, prompts, lastAnswer: "Euros it is.", lastAnswerAt }, SOURCE).find(
        ({ text }) => text === "Euros it is.",
      )?.section;
    expect([4, 6, null].map(sectionAt)).toEqual(["answered", "stopped", "stopped"]);
    expect(SECTIONS.indexOf("answered")).toBeLessThan(SECTIONS.indexOf("request"));
    expect(TITLES.answered).toBe(TITLES.stopped);
  });

  test("leaves out what was pasted, and the task list, which the todos have", () => {
    const lists = ["- [ ] parse", "* [x] open", "+ [ ] write", "1. [ ] test", "  2) [x] ship"];
    const lastAnswer = ["Still open:", ...lists, "- a plain item", "```", "code", "```", "I stopped here."];
    expect(textsOf("stopped", { lastAnswer: lastAnswer.join("\n") })).toEqual([
      "Still open: - a plain item I stopped here.",
    ]);
  });

  test.each(["- [ ] parse", "  - [ ] parse", "\t* [x] parse", "-  [ ] parse", "12. [ ] parse"])(
    "is nothing where only a list was given: %j",
    (lastAnswer) => {
      expect(linesOf("stopped", { lastAnswer })).toEqual([]);
    },
  );

  test("may name the mark of a task", () => {
    const lastAnswer = "Every task begins with - [ ] in that file.";
    expect(textsOf("stopped", { lastAnswer })).toEqual([lastAnswer]);
  });
});

test("the newest approved plan has a line for each heading and step, where a record may grow", () => {
  const plan = (text: string, at: number) => ({
    id: `${at}`,
    channel: "plan" as const,
    text,
    asked: null,
    at,
  });
  const responses = [plan("Old plan", 1), plan("Alerts\n- a rule per truck\n2. send it", 2), plan("", 3)];
  expect(textsOf("plan", { responses })).toEqual(["Alerts", "a rule per truck", "2. send it"]);
  const lines = collectLines({ ...EMPTY_CAPTURE, responses }, SOURCE, 420);
  expect(lines.filter(({ section }) => section === "plan")).toEqual([]);
});

describe("the client's own summary", () => {
  const summary = { text: "Replace the importer.", at: 1 };
  test("is used, unless its conversation goes on", () => {
    expect(textsOf("summary", { summary })).toEqual(["Replace the importer."]);
    expect(collectLines({ ...EMPTY_CAPTURE, summary }, { ...SOURCE, isOngoing: true })).toEqual([]);
  });
});

test("the user's sentences are among the lines", () => {
  const sentences = [{ text: "Build it.", at: 1, asked: null, kind: "other" as const, worth: 0.5 }];
  expect(textsOf("request", { sentences, goal: "Build it." })).toEqual(["Build it."]);
});

test("a decision that the agent noted for its successor is listed once, unless only the list has its reason", () => {
  const decisions = [
    decision("Use integer cents."),
    decision("Keep CSV.", "Finance reads it"),
    decision("Page by 20."),
  ];
  const noted = "Decided:\n- Use integer cents.\n- Keep CSV.";
  expect(textsOf("decisions", { decisions }, { noted }).toSorted()).toEqual([
    "Keep CSV. (Finance reads it)",
    "Page by 20.",
  ]);
});

test("a command that ran when its agent was killed is listed, until anything shows that it ended", () => {
  const running = { id: "c2", command: "sleep 600 && npm test", ok: null, output: "", at: 5 };
  const ended = { id: "c1", command: "npm ci", ok: true, output: "", at: 4 };
  const prompt = { id: "p", channel: "typed", text: "Run it.", asked: null, at: 3 } as const;
  const cut = { prompts: [prompt], commands: [ended, running] };
  expect(textsOf("unfinished", cut)).toEqual(["sleep 600 && npm test"]);
  expect(TITLES.unfinished).toBe("Started, but not finished");
  expect(textsOf("unfinished", cut, { isOngoing: true })).toEqual([]);
  expect(textsOf("unfinished", { ...cut, lastAnswer: "Done.", lastAnswerAt: 6 })).toEqual([]);
  expect(textsOf("unfinished", { ...cut, prompts: [prompt, { ...prompt, at: 6 }] })).toEqual([]);
  expect(textsOf("unfinished", { ...cut, commands: [running, { ...ended, at: 6 }] })).toEqual([]);
});

test("the output of a failed command is cut between words, not inside of a path", () => {
  const path = "packages/billing/src/invoices/total.test.js";
  const output = `Error: the total in ${path} for Ada and Bob was 501, which is not what ${path} said: 500`;
  const [line = ""] = textsOf("failures", { commands: [failed("npm test", output)] });
  const shown = line.replace("npm test → ", "");
  expect(shown).toBe("Error: the total in … what packages/billing/src/invoices/total.test.js said: 500");
  expect(output).toContain("is not what packages");
});
