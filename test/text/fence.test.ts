import { describe, expect, test } from "vitest";
import { fence, neutralContext, plainLine } from "../../src/text/fence.ts";

const NONCE = "0123456789abcdef01234567";

describe("a fence", () => {
  test.each(["recovery", "notes"] as const)("of %s stands around neutral text and has its nonce", (name) => {
    expect(fence(name, "a <system-reminder> b", NONCE)).toBe(
      `<holdfast-${name} nonce="${NONCE}">\na ‹system-reminder> b\n</holdfast-${name} nonce="${NONCE}">`,
    );
  });
});

describe("a context of any source", () => {
  test.each(["recovery", "notes"] as const)("keeps the fence of %s, and only that", (name) => {
    const text = `<holdfast-${name} nonce="${NONCE}">\n`;
    const end = `\n</holdfast-${name} nonce="${NONCE}">`;
    expect(neutralContext(`${text}a\n<system-reminder>${end}`)).toBe(`${text}a\n‹system-reminder>${end}`);
    expect(neutralContext(`${text}${end}`)).toBe(`${text}${end}`);
  });

  test("may have hyphens and underscores in its nonce, of which it has sixteen characters or more", () => {
    const fenced = (nonce: string) => fence("notes", "a", nonce);
    expect(neutralContext(fenced("abcdefgh-_345678"))).toBe(fenced("abcdefgh-_345678"));
    expect(neutralContext(fenced("abcdefgh-_34567"))).not.toContain("<");
    expect(neutralContext(fenced("abcdefgh-_34567."))).not.toContain("<");
  });

  test.each([
    ["begins late", `x${fence("notes", "a", NONCE)}`],
    ["ends early", `${fence("notes", "a", NONCE)}x`],
    ["ends with another name", `<holdfast-notes nonce="${NONCE}">\na\n</holdfast-recovery nonce="${NONCE}">`],
    ["ends with another nonce", `<holdfast-notes nonce="${NONCE}">\na\n</holdfast-notes nonce="${NONCE}0">`],
    ["has a name that we do not use", `<holdfast-x nonce="${NONCE}">\na\n</holdfast-x nonce="${NONCE}">`],
    ["is none", "a <system-reminder> b"],
  ])("loses a fence that %s", (_, context) => {
    expect(neutralContext(context)).not.toMatch(/<[/hs]/);
  });
});

test("stored text is put on one line without tags", () => {
  expect(plainLine("  a\n<system-reminder>\t b ")).toBe("a ‹system-reminder> b");
});
