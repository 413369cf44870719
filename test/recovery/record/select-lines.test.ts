import { describe, expect, test } from "vitest";
import type { Line, SectionName } from "../../../src/recovery/record/sections.ts";
import { pageLines, selectLines as selectWithin } from "../../../src/recovery/record/select-lines.ts";

let order = 0;
const line = (section: SectionName, text: string, value: number, more: Partial<Line> = {}): Line => ({
  section,
  text,
  value,
  order: order++,
  ...more,
});
const selectAll = (lines: Line[], room: number) => selectWithin(lines, { reserved: room, max: room });
const selectLines = (lines: Line[], room: number) => selectAll(lines, room).sections;
const todo = (text: string, value = 0.5) => line("todos", text, value);
const TITLED = "\nOpen todos: ".length;

const todos = (items: string[], omitted = 0) => [{ title: "Open todos", items, omitted }];

describe("the lines of a record", () => {
  test("stand in the order of the sections, and within one in their own", () => {
    const [first, second] = [todo("parse"), todo("write", 0.9)];
    const lines = [line("files", "a.ts", 1), second, first, line("goal", "Build it.", 0.1)];
    expect(selectLines(lines, 500)).toEqual([
      { title: "First asked", items: ["Build it."], omitted: 0 },
      { title: "Open todos", items: ["parse", "write"], omitted: 0 },
      { title: "Files changed", items: ["a.ts"], omitted: 0 },
    ]);
  });

  test("are as many as fit, with the number of those that did not", () => {
    const lines = [todo("aaaa"), todo("bbbb"), todo("cccc", 0.6)];
    expect(selectLines(lines, TITLED + 4)).toEqual(todos(["cccc"], 2));
    expect(selectLines(lines, TITLED + 3)).toEqual([]);
  });

  test("that fit beside a longer one fill the rest", () => {
    const lines = [todo("a".repeat(20), 0.9), todo("b".repeat(30), 0.8), todo("cc", 0.1)];
    const room = "\nOpen todos:\n- \n- ".length + 22;
    expect(selectLines(lines, room)).toEqual(todos(["a".repeat(20), "cc"], 1));
  });

  test("are left out as small talk when they are worth less than 0.04, even if there is room", () => {
    expect(selectLines([todo("a", 0.04), todo("b", 0.039)], 500)).toEqual(todos(["a"], 1));
    expect(selectLines([todo("b", 0.039)], 500)).toEqual([]);
  });

  test("are chosen by value for their length, so that a shorter one of the same value comes first", () => {
    const lines = [todo("a".repeat(30)), todo("b".repeat(29))];
    expect(selectLines(lines, TITLED + 30)).toEqual(todos(["b".repeat(29)], 1));
  });

  test("include a long demand before two short remarks of a third of its value", () => {
    const lines = [todo("a".repeat(60), 0.9), todo("b".repeat(20), 0.3), todo("c".repeat(20), 0.3)];
    expect(selectLines(lines, TITLED + 60)).toEqual(todos(["a".repeat(60)], 2));
  });
});

describe("a record that grows beyond what is reserved for it", () => {
  const grow = (lines: Line[], max: number) => selectWithin(lines, { reserved: TITLED + 5, max }).sections;

  test("takes lines of real value up to its maximum", () => {
    const lines = [todo("first", 0.9), todo("second", 0.5), todo("third", 0.4)];
    const max = "\nOpen todos:\n- first\n- second".length;
    expect(grow(lines, max)).toEqual(todos(["first", "second"], 1));
    expect(grow(lines, max + "\n- third".length)).toEqual(todos(["first", "second", "third"]));
    expect(grow(lines, TITLED + 5)).toEqual(selectLines(lines, TITLED + 5));
  });

  test("does not grow for lines of less than real value", () => {
    expect(grow([todo("first", 0.9), todo("small", 0.049)], 500)).toEqual(todos(["first"], 1));
    expect(grow([todo("first", 0.9), todo("small", 0.05)], 500)).toEqual(todos(["first", "small"]));
    expect(grow([todo("small", 0.049)], 500)).toEqual(todos(["small"]));
  });
});

test("what is omitted includes the lines of sections of which nothing is shown", () => {
  const lines = [todo("cccc", 0.9), todo("dddd", 0.1), line("files", "a".repeat(300), 0.1)];
  const { sections, omitted } = selectAll(lines, TITLED + 4);
  expect(sections).toEqual(todos(["cccc"], 1));
  expect(omitted).toBe(2);
});

describe("the items of a section", () => {
  const said = (text: string, more: Partial<Line> = {}) =>
    line("statements", text, 0.5, { prompt: 7, ...more });
  const items = (...lines: Line[]) => selectLines(lines, 500)[0]?.items;

  test("are the sentences of one prompt together", () => {
    const [a, b, c] = [said("Stream it."), said("Keep it short."), said("Go.", { prompt: 8 })];
    expect(items(a, b, c)).toEqual(["Stream it. Keep it short.", "Go."]);
  });
});

describe("all lines in pages", () => {
  test("begin with the most valuable, and end with what is left and small talk", () => {
    const lines = [todo("small", 0.01), todo("first", 0.9), todo("later", 0.5), todo("other", 0.4)];
    const room = "\nOpen todos:\n- first\n- later".length;
    expect(pageLines(lines, room)).toEqual([todos(["first", "later"], 2), todos(["small", "other"])]);
    expect(pageLines(lines, 500)).toEqual([todos(["first", "later", "other"], 1), todos(["small"])]);
    expect(pageLines([todo("a", 0.04), todo("b", 0.039)], 500)).toEqual([todos(["a"], 1), todos(["b"])]);
  });

  test("are none without lines", () => {
    expect(pageLines([], 500)).toEqual([]);
  });

  test("have an empty first page when all is small talk", () => {
    expect(pageLines([todo("a", 0.01)], 500)).toEqual([[], todos(["a"])]);
  });

  test("leave out a line that fits on none", () => {
    expect(pageLines([todo("a"), todo("b".repeat(90))], 80)).toEqual([todos(["a"], 1)]);
    expect(pageLines([todo("b".repeat(90))], 80)).toEqual([[]]);
  });
});
