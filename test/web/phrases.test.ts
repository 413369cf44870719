import { expect, test } from "vitest";
import { byteSize, cut } from "../../web/model/phrases.ts";

test("33.1: a size below a megabyte is not shown as nothing", () => {
  expect([0, 120, 45_000, 1_250_000].map(byteSize)).toEqual(["0 kB", "1 kB", "45 kB", "1.3 MB"]);
});

test("33.1: a text is cut between characters", () => {
  expect(cut("ab😀cd", 4)).toBe("ab…");
  expect(cut("ab😀cd", 6)).toBe("ab😀cd");
});
