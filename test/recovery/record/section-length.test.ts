import { describe, expect, test } from "vitest";
import { createLengthCounter } from "../../../src/recovery/record/section-length.ts";
import type { Line, SectionName } from "../../../src/recovery/record/sections.ts";

const line = (section: SectionName, text: string, order: number, more: Partial<Line> = {}): Line => ({
  section,
  text,
  order,
  value: 1,
  ...more,
});
/** Of one prompt, so that neighbors share an item. */
const said = (text: string, order: number, more: Partial<Line> = {}) =>
  line("statements", text, order, { prompt: 7, ...more });

/** The least room into which all lines fit. */
function roomFor(lines: readonly Line[]): number {
  const fits = (room: number) => {
    const counter = createLengthCounter();
    return lines.every((each) => counter.add(each, room));
  };
  return Array.from({ length: 300 }, (_, room) => room).findIndex(fits);
}

describe("the length of chosen lines is that of the text that a record has for them", () => {
  const [a, b, c] = [said("aa", 0), said("bbb", 1), said("cccc", 2)];
  const other = (each: Line): Line => ({ ...each, prompt: 8 });
  const list = (each: Line): Line => ({ ...each, section: "todos" });
  const row = (each: Line): Line => ({ ...each, section: "files" });
  const prose = (each: Line): Line => ({ ...each, section: "goal" });
  test.each<[string, Line[]]>([
    ["\nFirst asked: aa", [prose(a)]],
    ["\nFirst asked: aa bbb", [prose(a), prose(b)]],
    ["\nFirst asked: aa cccc", [prose(a), prose(c)]],
    ["\nFiles changed: aa", [line("files", "aa", 0)]],
    ["\nFiles changed: aa, bbb", [line("files", "aa", 0), line("files", "bbb", 1)]],
    ["\nFiles changed: aa bbb, cccc", [row(a), row(b), row(other(c))]],
    ["\nOpen todos: aa", [line("todos", "aa", 0)]],
    ["\nOpen todos:\n- aa\n- bbb", [line("todos", "aa", 0), line("todos", "bbb", 1)]],
    ["\nOpen todos: aa bbb", [list(a), list(b)]],
    ["\nOpen todos:\n- aa bbb\n- cccc", [list(a), list(b), list(other(c))]],
    ["\nUser said: aa", [a]],
    ["\nUser said: aa bbb", [a, b]],
    ["\nUser said: aa bbb", [b, a]],
    ["\nUser said:\naa\ncccc", [a, c]],
    ["\nUser said: aa bbb cccc", [a, c, b]],
    ["\nUser said:\naa\nbbb", [a, other(b)]],
    ["\nUser said:\naa\nbbb cccc", [a, { ...b, prompt: 8 }, other(c)]],
    ["\nUser said:\naa\nbbb", [{ ...a, isAnswer: true }, b]],
    ["\nFirst asked: aa\nOpen todos: bbb", [prose(a), list(b)]],
  ])("%j", (text, lines) => {
    expect(roomFor(lines)).toBe(text.length);
  });

  test("a line that does not fit takes no room from the next one, nor joins it", () => {
    const counter = createLengthCounter();
    expect(counter.add(prose(said("x".repeat(50), 0)), 20)).toBe(false);
    expect(counter.add(prose(b), "\nFirst asked: bbb".length)).toBe(true);
    expect(counter.add(prose(c), "\nFirst asked: bbb cccc".length - 1)).toBe(false);
    expect(counter.add(prose(c), "\nFirst asked: bbb cccc".length)).toBe(true);
  });
});
