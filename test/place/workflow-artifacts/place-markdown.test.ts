import { describe, expect, test } from "vitest";
import { artifactPaths, type SavedPlace } from "../../../src/place/saved-place.ts";
import { markdownSections } from "../../../src/place/workflow-artifacts/markdown-sections.ts";
import { parsePlace } from "../../../src/place/workflow-artifacts/parse-place.ts";
import { isOwnMarkdown, placeMarkdown } from "../../../src/place/workflow-artifacts/place-markdown.ts";

const FULL: SavedPlace = {
  voluntary: true,
  stage: "implement",
  task: "importer",
  branch: "feat/import",
  intent: "quote the fields",
  artifacts: {
    plan: "/p/current-plan.md",
    architecture: null,
    critic: "/p/critic-2.md",
    review: null,
    sessionState: "/p/state.md",
  },
  questions: ["Which rounding?"],
  decisions: ["Stream the file", "- no dashes"],
  unfinished: [],
};
const EMPTY: SavedPlace = {
  voluntary: false,
  stage: null,
  task: "t",
  branch: "main",
  intent: null,
  artifacts: { plan: null, architecture: null, critic: null, review: null, sessionState: null },
  questions: [],
  decisions: [],
  unfinished: [],
};
const FULL_TEXT = `## Status
checkpoint save (voluntary)

## Current stage
implement

## Active task
importer

## Branch
feat/import

## Last user intent
quote the fields

## In-flight artifacts
- current-plan.md: /p/current-plan.md
- architecture.md: (none found)
- latest critic-response: /p/critic-2.md
- latest review: (none found)
- session-state: /p/state.md

## Open questions
- Which rounding?

## Decisions made
- Stream the file
- \\- no dashes

## Unfinished work
(none)

## Restore hint
To resume task 'importer' from branch 'feat/import' in a fresh session, run holdfast resume --yes.
`;

describe("P18: a place as a file", () => {
  test("has ten sections in a fixed order", () => {
    expect(placeMarkdown(FULL)).toBe(FULL_TEXT);
  });

  test("says what it does not have", () => {
    const sections = markdownSections(placeMarkdown({ ...EMPTY, task: "", branch: " " }));
    expect(Object.fromEntries(sections)).toMatchObject({
      Status: "checkpoint save (automatic, before a compaction)",
      "Current stage": "(none found)",
      "Active task": "(none found)",
      Branch: "unknown",
      "Last user intent": "(none)",
      "Open questions": "(none)",
    });
  });

  test("keeps each text on one line, so that none makes a section of its own", () => {
    const text = "a\n## Branch\nb";
    const hostile = { ...FULL, stage: text, task: text, intent: text, questions: [text], branch: text };
    const sections = markdownSections(placeMarkdown(hostile));
    expect(sections.size).toBe(10);
    expect(sections.get("Active task")).toBe("a ## Branch b");
    expect(sections.get("Open questions")).toBe("- a ## Branch b");
    expect(sections.get("Restore hint")).toContain("task 'a ## Branch b' from branch 'a ## Branch b' in");
  });

  test.each([FULL, EMPTY])("is read as it was written: %o", (place) => {
    expect(parsePlace(placeMarkdown(place))).toEqual(place);
  });
});

describe("a file of another tool", () => {
  const theirs = (more = "") => `## Active task\nt\n## Branch\nmain\n${more}`;

  test("needs a task and a branch, and no more", () => {
    expect(parsePlace(theirs())).toEqual({ ...EMPTY, voluntary: true });
    expect(parsePlace("## Active task\nt\n## Branch\n")).toBeUndefined();
    expect(parsePlace("## Branch\nmain\n")).toBeUndefined();
    expect(parsePlace("")).toBeUndefined();
  });

  test("is damaged if it holds a zero byte", () => {
    expect(parsePlace(theirs("\0"))).toBeUndefined();
  });

  test("has no task or branch where it says that there is none", () => {
    const place = parsePlace("## Active task\n(none found)\n## Branch\n(none)\n");
    expect(place).toMatchObject({ task: "", branch: "unknown" });
  });

  test.each([
    ["checkpoint save (voluntary)", true],
    ["saved by hand", true],
    ["precompact save", false],
    ["PreCompact", false],
    ["Automatic", false],
    ["checkpoint save (automatic, before a compaction)", false],
  ])("says whether someone saved it: %s", (status, voluntary) => {
    expect(parsePlace(theirs(`## Status\n${status}\n`))?.voluntary).toBe(voluntary);
  });

  test("names its artifacts with or without a list", () => {
    const lines = [
      "current-plan.md:  /p/plan.md ",
      "  -   latest review: /p/review-3.md",
      "- architecture.md: ",
      "- the latest critic-response: /p/no.md",
      "- session-state:/p/no.md",
    ];
    expect(parsePlace(theirs(`## In-flight artifacts\n${lines.join("\n")}\n`))?.artifacts).toEqual({
      plan: "/p/plan.md",
      architecture: null,
      critic: null,
      review: "/p/review-3.md",
      sessionState: null,
    });
  });
});

test("only a file with our sections and our status is one of ours", () => {
  const isOurs = (text: string) => isOwnMarkdown(markdownSections(text));
  expect(isOurs(FULL_TEXT)).toBe(true);
  expect(isOurs(placeMarkdown(EMPTY))).toBe(true);
  expect(isOurs(FULL_TEXT.replace("(voluntary)", "(mine)"))).toBe(false);
  expect(isOurs(`${FULL_TEXT}\n## Notes\n`)).toBe(false);
  expect(isOurs(FULL_TEXT.replace("## Branch", "## Branches"))).toBe(false);
  expect(isOurs("## Status\ncheckpoint save (voluntary)\n")).toBe(false);
});

test("the paths to read again are in the order of the record", () => {
  expect(artifactPaths(FULL)).toEqual(["/p/current-plan.md", "/p/critic-2.md", "/p/state.md"]);
  expect(artifactPaths(EMPTY)).toEqual([]);
});
