import { describe, expect, test } from "vitest";
import type { Redactor } from "../../../src/kernel/ports/redactor.ts";
import { placeMarkdown } from "../../../src/place/workflow-artifacts/place-markdown.ts";
import { redactLedger, redactPlaceText } from "../../../src/place/workflow-artifacts/redact-directory.ts";

/** Takes the word SECRET for one. */
const text = (input: string) => input.replaceAll("SECRET", "[REDACTED]");
const redactor: Redactor = {
  text,
  lines: (lines) => lines.map(text),
  json: (value) => JSON.parse(text(JSON.stringify(value))),
};

const ours = (words: { task: string; intent: string }) =>
  placeMarkdown({
    voluntary: true,
    stage: null,
    branch: "main",
    artifacts: { plan: null, architecture: null, critic: null, review: null, sessionState: null },
    questions: [],
    decisions: [],
    unfinished: [],
    ...words,
  });

describe("a place's file without its secrets", () => {
  test("says what its task is called before and after", () => {
    expect(redactPlaceText(ours({ task: "rotate SECRET", intent: "use SECRET" }), redactor)).toEqual({
      text: ours({ task: "rotate [REDACTED]", intent: "use [REDACTED]" }),
      oldTask: "rotate SECRET",
      task: "rotate [REDACTED]",
    });
  });

  test("is none where there are none, and where the file is not ours", () => {
    expect(redactPlaceText(ours({ task: "t", intent: "go on" }), redactor)).toBeUndefined();
    expect(redactPlaceText("## Active task\nSECRET\n## Branch\nmain\n", redactor)).toBeUndefined();
  });
});

describe("a ledger without its secrets", () => {
  const row = (task: string, action: string, end = "0") =>
    `2026-11-21 | s1 | checkpoint | ${task} | ${action} | ${end}`;

  test("loses them from the rows of saves and restores only", () => {
    const rows = (secret: string) => [
      row(secret, "save"),
      row(secret, "restore"),
      row("SECRET", "review"),
      row("SECRET", "save", "1"),
      "theirs: SECRET",
    ];
    expect(redactLedger(rows("SECRET").join("\n"), redactor)).toBe(rows("[REDACTED]").join("\n"));
  });

  test("is none where our rows have none", () => {
    expect(redactLedger(`${row("t", "save")}\ntheirs: SECRET\n`, redactor)).toBeUndefined();
  });
});
