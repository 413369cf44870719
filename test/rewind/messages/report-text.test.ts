import { describe, expect, test } from "vitest";
import { FACTS_HEAD, factsInReport, isReportText } from "../../../src/rewind/messages/report-tag.ts";
import { factLines, MAX_REPORT, reportText } from "../../../src/rewind/messages/report-text.ts";
import type { SpanFacts } from "../../../src/rewind/messages/span-facts.ts";

const NOTHING: SpanFacts = {
  filesRead: [],
  filesChanged: [],
  commands: [],
  otherCalls: [],
  shown: [],
  said: [],
  nested: [],
};
const ABOUT = { goal: "find the bug", mark: "call_7", report: "It is in b.ts.", facts: NOTHING };
const names = (count: number) => Array.from({ length: count }, (_, i) => `f${i}`);

describe("W19: the report of an exploration", () => {
  test("is one text between two lines of its own", () => {
    expect(reportText({ ...ABOUT, report: "\n It is in b.ts. \n" })).toBe(`<holdfast-rewind mark="call_7">
The exploration "find the bug" is over. This report, a record of your own work, replaces it.

Report:
It is in b.ts.

What already happened, and stays so (files were not restored):
- Nothing was read, changed or said.

To explore again, open a new checkpoint.
</holdfast-rewind>`);
  });

  test("has a note where the conversation could not be cut at the mark, and its goal on one line", () => {
    const text = reportText({ ...ABOUT, goal: "find\nthe bug", warning: "it was cut elsewhere." });
    expect(text).toContain(
      'The exploration "find the bug" is over. This report, a record of your own work, replaces it.\nNote: it was cut elsewhere.\n\nReport:\n',
    );
  });

  test("cites its mark with the characters of ids only", () => {
    const [first] = reportText({ ...ABOUT, mark: 'a-1_b.c:d" x="<>' }).split("\n");
    expect(first).toBe('<holdfast-rewind mark="a-1_b.c:dx">');
  });

  test("loses the middle of a long text, and the end of a long goal", () => {
    const text = reportText({ ...ABOUT, goal: "g".repeat(400), report: `b${"x".repeat(20_000)}e` });
    expect(text).toContain(`The exploration "${"g".repeat(299)}…" is over.`);
    const [, report = ""] = /\nReport:\n(b.*e)\n/.exec(text) ?? [];
    expect(report.length).toBeGreaterThan(MAX_REPORT - 3);
    expect(report.length).toBeLessThanOrEqual(MAX_REPORT);
  });
});

describe("what happened", () => {
  test("is a line for each kind", () => {
    expect(
      factLines({
        filesRead: ["a.ts", "b\nc.ts"],
        filesChanged: ["d.ts"],
        commands: [
          { command: "npm test", ok: false },
          { command: "ls\n-l", ok: true },
          { command: "make", ok: null },
        ],
        otherCalls: [
          { tool: "WebSearch", count: 2 },
          { tool: "Task", count: 1 },
        ],
        shown: ["I look."],
        said: ["Go on.", "Stop."],
        nested: ["Read 1 file:\nx.ts"],
      }),
    ).toEqual([
      "Read 2 files: a.ts, b c.ts",
      "Changed 1 file: d.ts",
      "Ran 3 commands: `npm test` (failed), `ls -l`, `make`",
      "Other calls: WebSearch (2), Task (1)",
      'The user has already read 1 message of yours: "I look."',
      'The user said meanwhile: "Go on."; "Stop."',
      "Read 1 file: x.ts",
    ]);
  });

  test("is said to be nothing where it was nothing", () => {
    expect(factLines(NOTHING)).toEqual(["Nothing was read, changed or said."]);
  });

  test("names the last forty of a list, and how many came before", () => {
    expect(factLines({ ...NOTHING, filesRead: names(40) })).toEqual([
      `Read 40 files: ${names(40).join(", ")}`,
    ]);
    expect(factLines({ ...NOTHING, filesRead: names(42) })).toEqual([
      `Read 42 files: ${names(42).slice(2).join(", ")} and 2 more before`,
    ]);
  });

  test("quotes the last eight, and keeps twelve lines of inner explorations", () => {
    const quoted = (from: number, to: number) =>
      names(to)
        .slice(from)
        .map((text) => `"${text}"`)
        .join("; ");
    expect(factLines({ ...NOTHING, said: names(8) })).toEqual([`The user said meanwhile: ${quoted(0, 8)}`]);
    expect(factLines({ ...NOTHING, shown: names(9) })).toEqual([
      `The user has already read 9 messages of yours: ${quoted(1, 9)} and 1 more before`,
    ]);
    expect(factLines({ ...NOTHING, nested: names(13) })).toEqual(names(13).slice(1));
  });

  test("is bounded in each of its parts", () => {
    const long = "x".repeat(3_000);
    const cut = (limit: number) => `${"x".repeat(limit - 1)}…`;
    expect(
      factLines({
        ...NOTHING,
        filesChanged: [long],
        commands: [{ command: long, ok: false }],
        otherCalls: [{ tool: long, count: 2 }],
        shown: [long],
        said: [long],
        nested: [long],
      }),
    ).toEqual([
      `Changed 1 file: ${cut(200)}`,
      `Ran 1 command: \`${cut(200)}\` (failed)`,
      `Other calls: ${cut(200)} (2)`,
      `The user has already read 1 message of yours: "${cut(400)}"`,
      `The user said meanwhile: "${cut(1_500)}"`,
      cut(2_000),
    ]);
  });
});

describe("a text in the user's name", () => {
  test("is a report if it begins like one", () => {
    expect(isReportText(reportText(ABOUT))).toBe(true);
    expect(isReportText('\n <holdfast-rewind mark="x">')).toBe(true);
    expect(isReportText("see <holdfast-rewind mark>")).toBe(false);
    expect(isReportText("<holdfast-rewinding>")).toBe(false);
  });

  test("gives back what its report says that happened", () => {
    const facts = { ...NOTHING, filesRead: ["a.ts"], said: ["Go on."] };
    expect(factsInReport(reportText({ ...ABOUT, report: "- not this", facts }))).toEqual([
      "Read 1 file: a.ts",
      'The user said meanwhile: "Go on."',
    ]);
    expect(factsInReport(reportText(ABOUT))).toEqual([]);
    expect(factsInReport('<holdfast-rewind mark="x">\nno facts\n- x\n</holdfast-rewind>')).toEqual([]);
    expect(factsInReport(`say\n${FACTS_HEAD}\n- Read 1 file: a.ts`)).toEqual([]);
  });
});
