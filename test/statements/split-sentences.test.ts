import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { displayWidth, splitSentences } from "../../src/statements/split-sentences.ts";

describe("sentences", () => {
  test.each<[string, string[]]>([
    ["Build it. Never log tokens!", ["Build it.", "Never log tokens!"]],
    ["不要修改数据库。只改接口！可以吗？", ["不要修改数据库。", "只改接口！", "可以吗？"]],
    ["税込みで表示してください。ログは英語で。", ["税込みで表示してください。", "ログは英語で。"]],
    ["कॉलम मत बदलो। नई फ़ाइल मत बनाओ।", ["कॉलम मत बदलो।", "नई फ़ाइल मत बनाओ।"]],
    ["لا تحذف الملف. هل انتهيت؟ أكمل.", ["لا تحذف الملف.", "هل انتهيت؟", "أكمل."]],
    [
      "fix the import. never touch vendor. why is it slow? ok",
      ["fix the import.", "never touch vendor.", "why is it slow?", "ok"],
    ],
    ["почини импорт. не трогай vendor.", ["почини импорт.", "не трогай vendor."]],
    ["Use tabs, e.g. in lists. Then stop.", ["Use tabs, e.g. in lists.", "Then stop."]],
    ["Ask Dr. Weber first. Then build.", ["Ask Dr. Weber first.", "Then build."]],
    ["Das gilt bzw. galt immer. Danke.", ["Das gilt bzw. galt immer.", "Danke."]],
    ["Version 1.2.3 of app.ts stays.", ["Version 1.2.3 of app.ts stays."]],
    [
      "Please:\n- one thing\n2) another\n  • a third\n(b) the last",
      ["Please:", "one thing", "another", "a third", "the last"],
    ],
    [
      "Take it from point.Agent then. Not from `hooks.Go`.",
      ["Take it from point.Agent then.", "Not from `hooks.Go`."],
    ],
    ["可以!不要改。", ["可以!", "不要改。"]],
    ["Take v2.Agent then. Not v1.", ["Take v2.Agent then.", "Not v1."]],
    ["Not v1.漢字。", ["Not v1.", "漢字。"]],
    ["- \n1.\nmore", ["-", "1.", "more"]],
    ["", []],
    [" \n\n ", []],
  ])("%j", (prose, sentences) => {
    expect(splitSentences(prose)).toEqual(sentences);
  });

  const DICTATED =
    "so what I want is that the importer reads the file line by line, and when a line is broken it goes to a second file, and by the way the people in the plant must never see the internal numbers, because they write them on the labels of the boxes";

  test("a long dictated one comes in pieces that end at a mark", () => {
    const pieces = splitSentences(DICTATED);
    expect(pieces.length).toBeGreaterThan(1);
    for (const piece of pieces) expect(displayWidth(piece)).toBeLessThanOrEqual(140);
    for (const piece of pieces.slice(0, -1)) expect(piece).toMatch(/,$/);
    expect(pieces.join(" ")).toBe(DICTATED);
  });

  test("without marks at a space", () => {
    const said = DICTATED.replaceAll(",", "");
    expect(splitSentences(said).length).toBeGreaterThan(1);
    expect(splitSentences(said).join(" ")).toBe(said);
  });

  test("from 141 columns on, at the last mark or space between 45 and 140", () => {
    const cuts = (sentence: string) => splitSentences(sentence).map((piece) => piece.length);
    const x = (length: number) => "x".repeat(length);
    expect(cuts(x(140))).toEqual([140]);
    expect(cuts(x(141))).toEqual([45, 96]);
    expect(cuts(`${x(43)}, ${x(110)}`)).toEqual([44, 110]);
    expect(cuts(`${x(44)}, ${x(110)}`)).toEqual([45, 110]);
    expect(cuts(`${x(50)}, ${x(60)} ${x(40)}`)).toEqual([51, 101]);
    expect(cuts(`${x(50)} ${x(60)} ${x(40)}`)).toEqual([111, 40]);
    expect(cuts(`${x(139)}, ${x(30)}`)).toEqual([140, 30]);
    expect(cuts(`${x(140)}, ${x(30)}`)).toEqual([45, 127]);
  });

  test("a character of two columns counts as two", () => {
    expect(displayWidth("ab")).toBe(2);
    expect(displayWidth("漢字")).toBe(4);
    const said = "这个系统的每一个页面都必须在没有网络的情况下工作，".repeat(6);
    for (const piece of splitSentences(said)) expect(displayWidth(piece)).toBeLessThanOrEqual(140);
  });

  test("no surrogate pair is cut", () => {
    for (const shift of ["", "a"]) {
      const pieces = splitSentences(shift + "😀".repeat(300));
      expect(pieces.length).toBeGreaterThan(1);
      for (const piece of pieces) expect(piece.isWellFormed()).toBe(true);
    }
  });

  test("nothing is lost but white space and the marks of lists", () => {
    const bare = (text: string) => text.replaceAll(/\s+/g, "");
    const text = fc.string({ unit: "grapheme", maxLength: 600 });
    const prose = fc
      .array(fc.oneof(text, fc.constantFrom(". ", ", ", "。", "? ", "word ", "漢字", " 😀", "\n")), {
        maxLength: 80,
      })
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(prose, (typed) => {
        // A line that begins with a letter bears no mark of a list.
        const said = typed
          .split(/\n+/)
          .map((line) => `Well ${line}`)
          .join("\n");
        expect(bare(splitSentences(said).join(""))).toBe(bare(said));
      }),
    );
  });
});

test("an item with a checkbox is a todo and no sentence", () => {
  expect(splitSentences("I am back.\n- [x] open the file\n- [ ] parse it\nGo on.")).toEqual([
    "I am back.",
    "Go on.",
  ]);
});
