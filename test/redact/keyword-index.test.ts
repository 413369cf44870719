import { describe, expect, test } from "vitest";
import { createKeywordIndex } from "../../src/redact/keyword-index.ts";

const hits = (keywords: readonly string[], text: string) => {
  const found: [keyword: string | undefined, start: number][] = [];
  createKeywordIndex(keywords).scan(text, (keyword, start) => found.push([keywords[keyword], start]));
  return found;
};

describe("keywords are found", () => {
  test("at the beginning, in the middle and at the end", () => {
    expect(hits(["key", "token"], "key token; mykey")).toEqual([
      ["key", 0],
      ["token", 4],
      ["key", 13],
    ]);
  });

  test("whatever their case, in the text and in the list", () => {
    expect(hits(["Token"], "tOkEn TOKEN")).toEqual([
      ["Token", 0],
      ["Token", 6],
    ]);
    expect(hits(["az_AZ"], "AZ_az")).toEqual([["az_AZ", 0]]);
  });

  test("but marks beside the letters have no case", () => {
    expect(hits(["a[b", "a@b", "a`b", "a{b"], "A{B A`B A@B A[B")).toEqual([
      ["a{b", 0],
      ["a`b", 4],
      ["a@b", 8],
      ["a[b", 12],
    ]);
  });

  test("where they overlap, and each of those that begin alike, in the order of the list", () => {
    expect(hits(["pass", "password", "passw", "sswor"], "xpassword")).toEqual([
      ["pass", 1],
      ["password", 1],
      ["passw", 1],
      ["sswor", 3],
    ]);
    expect(hits(["aaa"], "aaaaa").map(([, start]) => start)).toEqual([0, 1, 2]);
  });

  test("as a whole only", () => {
    expect(hits(["token", "tok"], "toke tokem to")).toEqual([
      ["tok", 0],
      ["tok", 5],
    ]);
    expect(hits(["token"], "tok")).toEqual([]);
    expect(hits(["tok"], "to")).toEqual([]);
    expect(hits(["tok"], "")).toEqual([]);
    expect(hits([], "token")).toEqual([]);
  });

  test("among thousands that share their places in the index", () => {
    const keywords = Array.from({ length: 3_000 }, (_, i) => `w${i.toString(36).padStart(3, "0")}q`);
    expect(hits(keywords, "w000q w2b7q w1czq w2bbq")).toEqual([
      ["w000q", 0],
      ["w2b7q", 6],
      ["w1czq", 12],
      ["w2bbq", 18],
    ]);
  });
});

test("a keyword has three characters or more", () => {
  expect(() => createKeywordIndex(["token", "id"])).toThrow(
    new RangeError("The keyword id is shorter than three characters."),
  );
  expect(hits(["abc"], "abc")).toHaveLength(1);
});
