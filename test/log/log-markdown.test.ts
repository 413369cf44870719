import fc from "fast-check";
import { expect, test } from "vitest";
import { inlineCode, plainMarkdown } from "../../src/log/plain-markdown.ts";

test("what a person typed links, mentions, closes and formats nothing in a pull request", () => {
  expect(plainMarkdown("Fixes #12, ask @ada")).toBe("Fixes #<!-- -->12, ask @<!-- -->ada");
  expect(plainMarkdown("owner/repo#12")).toBe("owner/repo#<!-- -->12");
  expect(plainMarkdown("<img src=x> [a](b) *c* _d_ run_main")).toBe(
    "&lt;img src=x\\> \\[a\\](b) \\*c\\* \\_d\\_ run_main",
  );
  expect(plainMarkdown("# no heading")).toBe("\\# no heading");
  expect(plainMarkdown("1. no list\n- nor this")).toBe("1\\. no list - nor this");
  expect(plainMarkdown("use `<` here, not `a")).toBe("use `<` here, not \\`a");
});

test("code keeps its characters between as many backticks as it needs", () => {
  expect(inlineCode("npm test")).toBe("`npm test`");
  expect(inlineCode("echo `date`")).toBe("`` echo `date` ``");
});

test("no text becomes more than one line, or begins a block", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      const shown = plainMarkdown(text);
      expect(shown).not.toMatch(/[\r\n]/);
      expect(shown).not.toMatch(/^(?:[#>+-]|\d+[.)]|<)/);
    }),
  );
});
