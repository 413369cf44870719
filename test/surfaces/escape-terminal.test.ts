import { expect, test } from "vitest";
import { escapeTerminal } from "../../src/surfaces/escape-terminal.ts";

test("emoji that are joined stay one picture", () => {
  for (const text of ["👨‍👩‍👧 family", "🏳️‍🌈", "👩🏽‍💻 at work", "❤️‍🔥"])
    expect(escapeTerminal(text)).toBe(text);
});

test("a joiner that joins nothing, and every other invisible character, is shown", () => {
  expect(escapeTerminal("pass\u200dword")).toBe("pass\\u{200d}word");
  expect(escapeTerminal("👩\u200d")).toBe("👩\\u{200d}");
  expect(escapeTerminal("👩\u200d\u200d👩")).toBe("👩\\u{200d}\\u{200d}👩");
  expect(escapeTerminal("a\u200bb\u202ec\x1b[31m")).toBe("a\\u{200b}b\\u{202e}c\\u{1b}[31m");
});
