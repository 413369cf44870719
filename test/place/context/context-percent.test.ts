import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  contextPercent,
  findNewTier,
  readReportedWindow,
} from "../../../src/place/context/context-percent.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

const UNKNOWN = () => undefined;
const use = (tokens: number, model?: string, window?: number) => ({
  contextUse: {
    tokens,
    ...(model === undefined ? {} : { model }),
    ...(window === undefined ? {} : { window }),
  },
});

describe("P43: how full the context is, in percent", () => {
  test("follows from the window that the client names, the status line, or the table of models, in this order", () => {
    expect(contextPercent(use(50_000, "claude-haiku-4-5", 100_000), () => 400_000)).toBe(50);
    expect(contextPercent(use(50_000, "claude-haiku-4-5"), () => 400_000)).toBe(12.5);
    expect(contextPercent(use(50_000, "claude-haiku-4-5"), UNKNOWN)).toBe(25);
    expect(contextPercent(use(50_000, "claude-haiku-4-5-20251001"), UNKNOWN)).toBe(25);
  });

  test("is not guessed", () => {
    expect(contextPercent(use(50_000, "unheard-of"), UNKNOWN)).toBeUndefined();
    expect(contextPercent(use(50_000), UNKNOWN)).toBeUndefined();
    expect(contextPercent({ contextUse: null }, () => 400_000)).toBeUndefined();
  });
});

test.each([
  [69.9, 0, undefined],
  [70, 0, 70],
  [84.9, 0, 70],
  [84.9, 70, undefined],
  [85, 70, 85],
  [95, 0, 95],
  [99.9, 95, undefined],
  [100, 95, 100],
  [130, 100, undefined],
  [71, 95, undefined],
])("P43: at %d %, after %d, the user is notified of %d", (percent, advised, tier) => {
  expect(findNewTier(percent, advised)).toBe(tier);
});

describe("the window that a status line reported", () => {
  const windowOf = (text: string, session = "s1") => {
    const state = temporaryDirectory("window");
    mkdirSync(join(state, "status"));
    writeFileSync(join(state, "status", "s1.window"), text, { mode: 0o600 });
    return readReportedWindow({ state }, session);
  };

  test("is a number of four digits or more", () => {
    expect(windowOf("200000\n")).toBe(200_000);
    expect(windowOf("1000")).toBe(1_000);
    expect(["999", "0200000", "x200000", "200000x", "12345678901", ""].map((text) => windowOf(text))).toEqual(
      Array.from({ length: 6 }, () => undefined),
    );
  });

  test("is that of the session", () => {
    expect(windowOf("200000", "s2")).toBeUndefined();
    expect(windowOf("200000", "../status/s1")).toBeUndefined();
  });
});
