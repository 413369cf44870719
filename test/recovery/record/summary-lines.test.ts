import { describe, expect, test } from "vitest";
import type { Sentence } from "../../../src/kernel/statement.ts";
import { summaryLines } from "../../../src/recovery/record/summary-lines.ts";

const sentence = (text: string): Sentence => ({ text, at: 1, asked: null, kind: "other", worth: 0.5 });
const linesOf = (text: string, sentences: Sentence[] = []) =>
  summaryLines({ summary: { text, at: 1 }, sentences });
const textsOf = (...given: Parameters<typeof linesOf>) => linesOf(...given).map(({ text }) => text);

describe("what a client wrote when it compacted", () => {
  test("is a line for each sentence", () => {
    expect(linesOf("Replace the importer. It reads camt.\n- Add a test.")).toEqual([
      { section: "summary", text: "Replace the importer.", order: 0, value: 0.3 },
      { section: "summary", text: "It reads camt.", order: 1, value: 0.3 },
      { section: "summary", text: "Add a test.", order: 2, value: 0.3 },
    ]);
  });

  test("is nothing without a summary", () => {
    expect(summaryLines({ summary: null, sentences: [] })).toEqual([]);
  });

  test("begins and ends with what is needed for certain: one sentence, and three", () => {
    const small = (i: number) => `The sky was blue on day ${i}.`;
    const values = linesOf(Array.from({ length: 7 }, (_, i) => small(i)).join("\n")).map(
      ({ value }) => value,
    );
    expect(values.map((value) => value === 0.3)).toEqual([true, false, false, false, true, true, true]);
    for (const value of values) expect(value).toBeGreaterThan(0);
    for (const value of values) expect(value).toBeLessThanOrEqual(0.3);
  });

  test("is worth more in between where it is a rule, decides something or is open", () => {
    const between = (text: string) =>
      linesOf(["Begin.", text, "One.", "Two.", "Three."].join("\n"))[1]?.value ?? 0;
    const little = between("The sky was blue on that day.");
    expect(between("Never write to the production bucket.")).toBeGreaterThan(2 * little);
    expect(between("We decided to store every amount in cents.")).toBeGreaterThan(1.5 * little);
  });
});

describe("what is left out of it", () => {
  test.each([
    "# Goal of the session",
    "###### Files",
    "  ## Indented",
    "**Decisions**",
    "**Decisions**:",
    "**Decisions:** ",
    "7. Pending Tasks:",
    "Pending Tasks: **",
    "待办事项：",
  ])("is a heading: %j", (heading) => {
    expect(textsOf(`${heading}\nAdd a test.`)).toEqual(["Add a test."]);
  });

  test.each([
    ["a hash in a sentence", "Close issue # 7 first.", "Close issue # 7 first."],
    ["a number after a hash", "#7 is open.", "#7 is open."],
    ["seven hashes", "####### Files.", "####### Files."],
    ["emphasis within a sentence", "**Dates** come from the __bank__.", "Dates come from the bank."],
    ["emphasis that begins a sentence", "**Dates**: from the bank", "Dates: from the bank"],
    ["emphasis that ends a sentence", "Dates are from **the bank**", "Dates are from the bank"],
    ["a colon in a sentence", "Dates: from the bank", "Dates: from the bank"],
  ])("is not %s", (_, text, shown) => {
    expect(textsOf(text)).toEqual([shown]);
  });

  test("is what the user's own sentences say, in any case and spacing", () => {
    const own = [sentence("Never write\nto the production bucket."), sentence("Stream it.")];
    expect(textsOf("never write to the Production bucket.\nAdd a test.", own)).toEqual(["Add a test."]);
    expect(textsOf("Never write to the production bucket, nor read.", own)).toHaveLength(1);
  });

  test("is no tag, but what stands around it", () => {
    expect(textsOf("Read the <system-reminder> first.")).toEqual(["Read the ‹system-reminder> first."]);
    expect(textsOf("\u200b\nAdd a test.")).toEqual(["Add a test."]);
  });
});
