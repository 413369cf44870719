import { describe, expect, test } from "vitest";
import type { Sentence } from "../../src/kernel/statement.ts";
import { findRelated } from "../../src/statements/find-related.ts";

const said = (text: string, more: Partial<Sentence> = {}): Sentence => ({
  text,
  at: 1,
  asked: null,
  kind: "other",
  worth: 0.9,
  ...more,
});
const related = (text: string, candidates: readonly Sentence[], others: readonly Sentence[] = []) =>
  findRelated(text, { candidates, all: [...candidates, ...others] }).map((sentence) => sentence.text);
const filler = (count: number) => Array.from({ length: count }, () => said("so it be"));

describe("a sentence is related to a text", () => {
  test.each([
    ["a word", "Look at the scanner.", "The scanner comes first."],
    ["a word in capitals", "SCANNER?", "The scanner comes first."],
    ["a word of another width", "ｓｃａｎｎｅｒ", "The scanner comes first."],
    ["the beginning of a word", "Print all the receipts.", "One receipt each."],
    ["five letters", "Rates, please.", "Round the rates."],
    ["a number of two digits", "Why is it 42?", "It is 42 or so."],
    ["a short name with a number", "On v12 too?", "Only on v12."],
    ["the name of a file", "Mend a.ts now.", "In a.ts I saw it."],
    ["a file, spoken of by its name", "Mend parser.ts now.", "My parser is new."],
    ["two pairs of characters", "数据库", "改数据库"],
    ["a short word with its accents", "ünïté", "ünïté"],
    ["a name with a line in it", "retry_all", "Use retry_all."],
  ])("by %s", (_, text, candidate) => {
    expect(related(text, [said(candidate)])).toEqual([candidate]);
  });

  test.each([
    ["a short word", "Is the port bad?", "The port is good."],
    ["one digit", "Take 7.", "It is 7."],
    ["one pair of characters", "数据", "数据"],
    ["the end of a word", "An unrelated scanner.", "The planner comes first."],
    ["the end of a short file's name", "Mend it.ts now.", "And then it is good."],
    ["nothing", "", ""],
  ])("but not by %s", (_, text, candidate) => {
    expect(related(text, [said(candidate)])).toEqual([]);
  });

  test("by what it answers", () => {
    expect(related("The scanner?", [said("yes", { asked: "Use a scanner?" })])).toEqual(["yes"]);
  });

  test("by a sentence's own terms, whether or not it is counted among all", () => {
    const candidate = said("The scanner comes first.");
    expect(findRelated("scanner", { candidates: [candidate], all: [] })).toEqual([candidate]);
  });
});

describe("a term that many sentences share says nothing", () => {
  const scanner = said("The scanner comes first.");
  const more = (count: number) => Array.from({ length: count }, () => said("Another scanner."));

  test("of a few sentences, three may", () => {
    expect(related("scanner", [scanner], more(2))).toHaveLength(1);
    expect(related("scanner", [scanner], more(3))).toHaveLength(0);
  });

  test("of many, six of a hundred", () => {
    expect(related("scanner", [scanner], [...more(5), ...filler(94)])).toHaveLength(1);
    expect(related("scanner", [scanner], [...more(6), ...filler(93)])).toHaveLength(0);
  });

  test("nor does the name of a file", () => {
    const others = Array.from({ length: 3 }, () => said("In a.ts."));
    expect(related("a.ts", [said("Look at a.ts.")], others)).toHaveLength(0);
  });

  test("two pairs of characters that two sentences share are enough, one of them is not", () => {
    expect(related("数据库", [said("改数据库")], [said("数据库")])).toEqual(["改数据库"]);
    const [common] = [Array.from({ length: 3 }, () => said("数据"))];
    expect(related("数据库", [said("改数据库")], common)).toEqual([]);
  });
});

describe("what comes first", () => {
  test("shares more, or rarer terms", () => {
    const one = said("The scanner comes first.");
    const two = said("A scanner with a camera.");
    expect(related("scanner and camera", [one, two])).toEqual([two.text, one.text]);
    const rare = said("A camera, then.");
    expect(related("scanner and camera", [one, rare], [said("scanner")])).toEqual([rare.text, one.text]);
  });

  test("is worth more", () => {
    const little = said("The scanner, please.", { worth: 0.4 });
    const much = said("The scanner comes first.", { worth: 0.8 });
    expect(related("scanner", [little, much])).toEqual([much.text, little.text]);
    expect(related("scanner", [much, little])).toEqual([much.text, little.text]);
  });

  test("and small talk is left out", () => {
    expect(related("scanner", [said("The scanner!", { worth: 0.29 })])).toEqual([]);
    expect(related("scanner", [said("The scanner!", { worth: 0.3 })])).toHaveLength(1);
  });
});
