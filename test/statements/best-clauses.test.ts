import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { truncateToBestClauses } from "../../src/statements/best-clauses.ts";

describe("cutting a long text", () => {
  test.each([
    [
      "I had a look at the calendar yesterday evening after the meeting, the people there were friendly, so never send a mail to customers after eight",
      "never send a mail to customers after eight",
    ],
    [
      "Ich war gestern noch lange im Büro und habe mit den Leuten geredet, das Wetter war schön, die Preise dürfen nie mit Komma gespeichert werden",
      "die Preise dürfen nie mit Komma gespeichert werden",
    ],
  ])("keeps the clause with the demand: %j", (text, demand) => {
    const cut = truncateToBestClauses(text, 90);
    expect(cut).toContain(demand);
    expect(cut).toMatch(/^…/);
    expect(cut.length).toBeLessThanOrEqual(90);
  });

  test.each<[string, number, string]>([
    ["ok, never log any tokens", 24, "ok, never log any tokens"],
    ["ok, never log any tokens", 23, "…never log any tokens"],
    ["ok, never log any tokens, thanks", 23, "…never log any tokens,…"],
    ["never log any tokens, ok then we will see", 24, "never log any tokens,…"],
    ["ok then, we do. never log any tokens", 30, "…we do. never log any tokens"],
  ])("of %j in %i characters: %j", (text, most, cut) => {
    expect(truncateToBestClauses(text, most)).toBe(cut);
  });

  test("cuts at a word where no clause fits", () => {
    const text = `keep ${"every single record of the archive ".repeat(5)}`;
    const cut = truncateToBestClauses(text, 60);
    expect(cut.endsWith("…")).toBe(true);
    expect(text.startsWith(`${cut.slice(0, -1)} `)).toBe(true);
  });

  test("leaves a short text as it is, and never exceeds the limit", () => {
    expect(truncateToBestClauses("a table, please", 20)).toBe("a table, please");
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme", maxLength: 400 }),
        fc.integer({ min: 20, max: 200 }),
        (text, most) => {
          expect(truncateToBestClauses(text, most).length).toBeLessThanOrEqual(most);
        },
      ),
    );
  });
});
