import { expect, test } from "vitest";
import { EMPTY_CAPTURE } from "../../src/kernel/capture.ts";
import { workTitle } from "../../src/recovery/record/work-title.ts";

const titled = (goal: string) => workTitle({ ...EMPTY_CAPTURE, goal });

test("a title that is cut in the middle of a control tag holds no beginning of one", () => {
  for (let length = 20; length < 48; length++) {
    const title = titled(
      `${"Rewrite the importer of the shop and its tests".slice(0, length)} <system-reminder>`,
    );
    expect(title).not.toMatch(/<\w/);
  }
});

test("a title of ordinary code stays as it is, and a long one is cut between words", () => {
  expect(titled("Fix a < b in sort()")).toBe("Fix a < b in sort()");
  expect(titled("Rewrite the importer of the shop so that it keeps the quoted fields")).toMatch(
    /^Rewrite .* …$/,
  );
});
