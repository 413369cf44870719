import { describe, expect, test } from "vitest";
import {
  escapeLine,
  markdownSections,
  sectionItems,
} from "../../../src/place/workflow-artifacts/markdown-sections.ts";

describe("the sections of a Markdown text", () => {
  test("are those of the second level, each without the blank lines around it", () => {
    const text = "# Title\nlost\n## One\n\n a\n\nb \n\n##   Two words  \n### deeper\nc\n## Empty\n";
    expect([...markdownSections(text)]).toEqual([
      ["One", "a\n\nb"],
      ["Two words", "### deeper\nc"],
      ["Empty", ""],
    ]);
  });

  test("end at line ends of Windows, too", () => {
    expect([...markdownSections("## One\r\na\r\nb\r\n## Two\r\nc")]).toEqual([
      ["One", "a\nb"],
      ["Two", "c"],
    ]);
  });

  test("count once, and what follows a second heading of one name belongs to none", () => {
    expect([...markdownSections("## One\na\n## One\nb\n## Two\nc")]).toEqual([
      ["One", "a"],
      ["Two", "c"],
    ]);
  });

  test.each(["##One", "## ", " ## One", "### One", "x ## One", "\\## One"])("do not begin at %j", (line) => {
    expect([...markdownSections(`## Before\n${line}\na`)]).toEqual([["Before", `${line}\na`.trim()]]);
  });
});

describe("a line as it stands in a section", () => {
  test.each([
    "# title",
    "- item",
    "* item",
    "+ item",
    "1. item",
    "23) item",
    "\\x",
    "(none)",
    "(None found)",
    "## One",
  ])("begins with a backslash where it would read as Markdown, and loses it again: %j", (text) => {
    expect(escapeLine(text)).toBe(`\\${text}`);
    expect(sectionItems(`- \\${text}`)).toEqual([text]);
  });

  test.each(["text", "-item", "1.item", "a - b", "a # b", "1 item", "x (none)", "none"])(
    "stays: %j",
    (text) => {
      expect(escapeLine(text)).toBe(text);
      expect(sectionItems(`- ${text}`)).toEqual([text]);
    },
  );
});

describe("the items of a section", () => {
  test.each([
    ["a list", "- one\n* two\n+ three\n4. four\n 15)  fifteen", ["one", "two", "three", "four", "fifteen"]],
    ["a list with words around it", "These:\n- one\n\nand more", ["one"]],
    ["lines where there is no list", "one\n\n  two \n", ["one", "two"]],
    ["what says that there is nothing is none", "(none)", []],
    ["the same in a list", "- (None found)\n- one (none)", ["one (none)"]],
    ["an item without text is none", "- \n-  one", ["one"]],
    ["a backslash of a path stays", "- \\server\\share", ["\\server\\share"]],
    ["an escaped line loses its backslash", "\\- one", ["- one"]],
    ["nothing", "", []],
  ])("%s", (_, text, items) => {
    expect(sectionItems(text)).toEqual(items);
  });

  test("are none where the section is missing", () => {
    expect(sectionItems(undefined)).toEqual([]);
  });
});
