import { describe, expect, test } from "vitest";
import { chooseMark } from "../../../src/rewind/marks/choose-mark.ts";

const OUTER = { id: "chk_01abcdef00000000", digest: "who calls parse()?" };
const INNER = { id: "chk_01abcdeg00000000", digest: "why is it slow?" };
const OPEN = [OUTER, INNER];

test("the mark to end is the innermost by default", () => {
  expect(chooseMark(OPEN, undefined)).toBe(INNER);
  expect(chooseMark([], undefined)).toBeUndefined();
});

describe("the mark to end is found by", () => {
  test.each([
    ["its goal", OUTER.digest],
    ["its id", OUTER.id],
    ["the beginning of its id", "chk_01abcdef"],
    ["the beginning of its id without chk_", "01abcdef"],
    ["the beginning of its id in capitals with spaces around it", " CHK_01ABCDEF "],
  ])("%s", (_, to) => expect(chooseMark(OPEN, to)).toBe(OUTER));

  test("its goal before the id of another mark", () => {
    const named = { id: "chk_zzzzzzzz00000000", digest: "01abcdef" };
    expect(chooseMark([named, OUTER], "01abcdef")).toBe(named);
  });
});

test.each(["", "0", "chk_", "01abc", "chk_99999999", "who calls"])("no mark is found by %j", (to) => {
  expect(() => chooseMark(OPEN, to)).toThrow(expect.objectContaining({ code: "not_found" }));
});

test("a prefix of several ids is refused with these ids", () => {
  expect(() => chooseMark(OPEN, "chk_01abcde")).toThrow(
    expect.objectContaining({
      code: "ambiguous_id",
      message: `chk_01abcde could be ${OUTER.id}, ${INNER.id}.`,
      details: { candidates: [OUTER.id, INNER.id] },
    }),
  );
});
