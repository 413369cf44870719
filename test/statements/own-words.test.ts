import { describe, expect, test } from "vitest";
import { ownWords } from "../../src/statements/own-words.ts";

const lines = (...parts: string[]) => parts.join("\n");
const BEFORE = "The export is empty again, look into it.";
const AFTER = "Do not restart the server for that.";
const PARAGRAPH =
  "The page loads slowly for people who come from the newsletter, and several of them wrote that the button is hard to find on a phone. ";

describe("what was pasted is not the author's", () => {
  test.each<[string, string]>([
    ["a fence", lines("```ts", "// never call this twice", "```")],
    ["a fence of tildes with a line that looks typed", lines("~~~", "you must not do that", "~~~")],
    ["a quotation", lines("> you must never do that", "> I would rather wait")],
    [
      "lines that are quotations as a whole",
      lines('"All sensors must be calibrated every 7 days."', "「シフトは必ずベテランから先に埋めるべし。」"),
    ],
    ["a log", lines("2026-11-21T10:00:00 always retry", "2026-11-21T10:00:01 giving up")],
    ["a log with levels", lines("[ERROR] no rate for EUR", "WARN: falling back to the last rate")],
    [
      "a stack trace",
      lines(
        "TypeError: cannot read only property",
        "    at parse (/app/src/parse.ts:10:4)",
        "    at main (/app/src/main.ts:3:1)",
      ),
    ],
    [
      "a Python trace",
      lines("Traceback (most recent call last):", '  File "app.py", line 3, in <module>', "ValueError: no"),
    ],
    ["a shell session", lines("$ npm test", "> app@1.0.0 test", "user@host:~/app$ ls")],
    [
      "a terminal screen",
      lines(
        "╭──────────────────╮",
        "│ Do you trust it? │",
        "╰──────────────────╯",
        "⎿ Done",
        "✻ Churned for 3m 8s",
      ),
    ],
    [
      "a difference",
      lines("diff --git a/a.ts b/a.ts", "--- a/a.ts", "+++ b/a.ts", "@@ -1 +1 @@", "-  one();", "+  two();"),
    ],
    ["JSON", lines("{", '  "never": true,', '  "always": [1, 2]', "}")],
    [
      "positions in files",
      lines("src/a.ts:10:5 - error TS2304: no such name", "src/a.ts:12: warning", "  10:5  error"),
    ],
    [
      "the words of a compiler",
      lines("error: no such file", "warning: unused name", "fatal: not a repository"),
    ],
    ["Python", lines("def only(rows):", "    return rows")],
    ["code", lines("export function only(rows: Row[]) {", "  return rows.at(0);", "}")],
    ["a table", lines("| part | state |", "|---|---|", "| parser | always open |")],
  ])("%s", (_, paste) => {
    expect(ownWords(lines(BEFORE, paste, AFTER))).toEqual({ own: lines(BEFORE, AFTER), pasted: true });
  });

  test("the colors of a terminal", () => {
    expect(ownWords("\u001b[31mERROR\u001b[0m no rate")).toEqual({ own: "", pasted: true });
  });

  test("a fence that is left open reaches to the end", () => {
    expect(ownWords(lines(BEFORE, "```", "never", "always")).own).toBe(BEFORE);
  });

  test("a line between two lines of one paste", () => {
    const paste = lines("2026-11-21T10:00:00 start", "this went wrong", "2026-11-21T10:00:01 end");
    expect(ownWords(lines(BEFORE, paste)).own).toBe(BEFORE);
  });

  test("prose after “I got this feedback:” is kept, since people introduce their own lists so too", () => {
    const prompt = lines("I got this feedback:", "", PARAGRAPH.trim(), "", `${PARAGRAPH}${PARAGRAPH}`.trim());
    expect(ownWords(prompt)).toEqual({ own: prompt, pasted: false });
  });

  test("what is typed between two pastes is not", () => {
    const between = [
      "Locally it hangs at this line, tell me why without changing any code.",
      "",
      "After that:",
    ];
    const prompt = lines(
      "In this statement:",
      "```",
      "[4/4] Building",
      "```",
      ...between,
      "```",
      "run: x",
      "```",
    );
    expect(ownWords(prompt).own).toBe(lines("In this statement:", ...between));
    expect(ownWords(lines("TypeError: no", "", BEFORE, "", "TypeError: no")).own).toBe(BEFORE);
  });

  test("at most the title of a plan is kept", () => {
    const steps = Array.from(
      { length: 12 },
      (_, i) => `- Step ${i} must never skip the station number ${i}.`,
    );
    const plan = lines("# Plan for the importer", "", ...steps, "## Risks", "", ...steps);
    const { own, pasted } = ownWords(lines("Do this:", plan, AFTER));
    expect(own.split("\n").filter((line) => line !== "")).toEqual([
      "Do this:",
      "“Plan for the importer”",
      AFTER,
    ]);
    expect(pasted).toBe(true);
  });
});

describe("where a paste ends", () => {
  const own = (...parts: string[]) => ownWords(lines(...parts)).own;

  test("a fence is closed by its own mark", () => {
    expect(own("```", "~~~", "one", "two", "three", "four", "five", "```", AFTER)).toBe(AFTER);
    expect(own("~~~", "```", "one", "two", "three", "four", "five", "~~~", AFTER)).toBe(AFTER);
  });

  test("indented lines beside it belong to it, others do not", () => {
    expect(own(BEFORE, "TypeError: no", "  beside it", "\tand this", AFTER)).toBe(lines(BEFORE, AFTER));
    expect(own("  two spaces", "TypeError: no", AFTER)).toBe(AFTER);
    expect(own(" one space", "TypeError: no", "a  b")).toBe(lines("one space", "a  b"));
    expect(own(BEFORE, "  two spaces alone", AFTER)).toBe(lines(BEFORE, "  two spaces alone", AFTER));
  });

  test("two lines between two of its lines belong to it, three do not", () => {
    const two = ["TypeError: no", "one", "two", "TypeError: no"];
    expect(own(BEFORE, ...two, AFTER)).toBe(lines(BEFORE, AFTER));
    const four = ["TypeError: no", "one", "two", "three", "four", "TypeError: no"];
    expect(own(...four)).toBe(lines("one", "two", "three", "four"));
  });

  test("a line of more than 2,000 characters is one", () => {
    expect(own("a".repeat(2_000))).toHaveLength(2_000);
    expect(own("a".repeat(2_001))).toBe("");
  });

  test.each([
    [
      "English",
      "every station must be calibrated before its neighbor was touched, and no one may skip one. ",
    ],
    [
      "German",
      "jede Messstation muss kalibriert sein, bevor die benachbarte angefasst wird, und keine fällt aus. ",
    ],
    ["Chinese", "每个测站都要先校准，才能动它旁边的那个，一个都不能漏。"],
  ])("a longer line is not one if it reads like dictated %s", (_, sentence) => {
    const dictated = sentence.repeat(Math.ceil(2_100 / sentence.length)).trim();
    expect(own(dictated)).toBe(dictated);
    expect(own(sentence.repeat(Math.ceil(12_100 / sentence.length)))).toBe("");
  });

  test("a line of more than 24 characters is one if more than three of ten are signs or digits", () => {
    expect(own("ab ab ab ab ab 123456789")).toHaveLength(24);
    expect(own("ab ab ab ab ab 1234567890")).toBe("");
    // Nine of thirty.
    expect(own("ab ab ab ab ab ab ab 123456789")).toHaveLength(30);
    expect(own("ab ab ab ab ab ab ab1234567890")).toBe("");
    expect(own("no sign at all in these words here")).toHaveLength(34);
  });

  test("returns and empty lines around it are left out", () => {
    expect(ownWords("\r\n Fix it.\r\n\r\nThen stop.\r\n")).toEqual({
      own: "Fix it.\n\nThen stop.",
      pasted: false,
    });
  });
});

describe("a document", () => {
  const own = (...parts: string[]) => ownWords(lines(...parts)).own;
  const item = `- ${"station ".repeat(30)}`;
  const DOCUMENT = ["# Plan for the importer", item, "## Risks", item, item];

  test.each<[string, string[]]>([
    ["with one heading", ["# Plan for the importer", item, item, item]],
    ["that is short", ["# Plan for the importer", "- one station", "## Risks", "- two stations"]],
    ["of a root shell's commands", ["# rm -rf build", item, "# cp /a /b", item, item]],
    ["without headings", [item, item, item]],
  ])("is not one %s", (_, parts) => {
    expect(ownWords(lines(...parts))).toEqual({ own: lines(...parts).trim(), pasted: false });
  });

  test("has 600 characters, counted from its first heading to its last item", () => {
    const exactly = (length: number) => {
      const opened = lines("# Plan", "## Risks", "- ");
      return lines(BEFORE, opened + "x".repeat(length - opened.length), AFTER);
    };
    expect(own(exactly(599))).toBe(exactly(599));
    expect(own(exactly(600))).toBe(lines(BEFORE, "“Plan”", AFTER));
  });

  test("reaches from its first heading to its last item, and what stands between is not the author's", () => {
    expect(own(BEFORE, ...DOCUMENT.slice(0, 2), "Prose of the plan.", ...DOCUMENT.slice(2), AFTER)).toBe(
      lines(BEFORE, "“Plan for the importer”", AFTER),
    );
  });

  test("reaches to the last line of what is pasted into it", () => {
    expect(own(...DOCUMENT, "Prose of the plan.", "const never = 1;", AFTER)).toBe(
      lines("“Plan for the importer”", AFTER),
    );
  });

  test.each([
    ["### Plan #2", "“Plan #2”"],
    ["**Plan A**:", "“Plan A:”"],
    [`# ${"x".repeat(120)}`, `“${"x".repeat(100)}”`],
    [`# ${"x".repeat(99)} and more`, `“${"x".repeat(99)}”`],
  ])("is titled %j: %j", (heading, title) => {
    const [first] = own(heading, ...DOCUMENT.slice(1), "## Questions", item).split("\n");
    expect(first).toBe(title);
  });
});

describe("what a person typed", () => {
  test.each([
    lines("Please:", "- never log tokens", "- keep the old route", "1. start with the parser"),
    lines("Two things:", "", "- the parser", "- the printer"),
    "Why does src/capture/fold.ts read the file twice?",
    "src/a.ts is slow, can you look at it?",
    "Use `npm run build`, not make.",
    "In the report: round per line, not per invoice.",
    "価格は税込みで表示してください。ログは英語のままでお願いします。",
    "不要修改数据库，只改接口。明天之前完成。",
    "로그는 지우지 마세요. 새 파일도 만들지 마세요.",
    "Никогда не трогай папку vendor.",
    "لا تغيّر أسماء الأعمدة.",
    "error handling is missing in the importer",
    "warning texts must stay short",
    "note: never touch vendor",
    "src/a.ts:10 is wrong, fix it",
    lines("Fix these (in this order):", "the parser", "the printer"),
    "It costs 20 % more since 2024, tell me why.",
    "80 columns, 2 spaces, no tabs!",
    lines("# Heading of a short note", "I want one."),
    lines("My plan:", "", "Read the file, then write the rows."),
  ])("%j", (prompt) => {
    expect(ownWords(prompt)).toEqual({ own: prompt, pasted: false });
  });
});
