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

  test("what comes behind “I got this feedback:”, but not the author's closing words", () => {
    const feedback = lines(PARAGRAPH, "", PARAGRAPH, "", PARAGRAPH);
    expect(ownWords(lines("I got this feedback:", "", feedback, "", AFTER))).toEqual({
      own: lines("I got this feedback:", "", "", "", "", AFTER),
      pasted: true,
    });
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
