import { describe, expect, test } from "vitest";
import { summaryText } from "../../../../src/agents/claude-code/prompts.ts";

describe("the summary of a compaction", () => {
  test.each([
    ["in its tags", "<analysis>a</analysis>\n<summary>\n one \n two \n</summary> rest", "one \n two"],
    ["in the first of several tags", "<summary>one</summary><summary>two</summary>", "one"],
    ["in tags that are never closed", " <summary> one ", "<summary> one"],
    ["behind a closing tag", "</summary> <summary>one</summary>", "one"],
    [
      "between the client's instructions",
      "This session is being continued from a previous one.\nSummary:\n one \n\nPlease continue the conversation from where it was left off.",
      "one",
    ],
    [
      "before the first of several instructions",
      "one\n\nContinue the conversation from where\n\nIf you need specific details from before compaction, read",
      "one",
    ],
    [
      "with words of the instructions inside a line",
      "one: Continue the conversation from where",
      "one: Continue the conversation from where",
    ],
  ])("is found %s", (_, text, summary) => {
    expect(summaryText(text)).toBe(summary);
  });
});

function costOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

test.each([
  ["spaces behind a tag that is never closed", `<summary>${" ".repeat(3_000)}x`],
  ["spaces inside a tag that is never closed", `<summary>x${" ".repeat(100_000)}x`],
  ["empty lines", `x${"\n".repeat(100_000)}y`],
])("finding it costs not much more than parsing: %s", (_, text) => {
  const parsing = costOf(() => JSON.parse(`[${Array<string>(100_000).fill('"x"').join(",")}]`));
  expect(costOf(() => summaryText(text)) / parsing).toBeLessThan(10);
});
