import { describe, expect, test } from "vitest";
import { choosePending } from "../../src/place/choose-pending.ts";
import type { PendingRestore } from "../../src/place/files/pending-restores.ts";

const pending = (session: string): PendingRestore => ({
  session,
  target: `chk_${session}`,
  path: `pending-restore-${session}.txt`,
  savedAt: 1,
});
const [ONE, TWO] = [pending("one"), pending("two")];
const choose = (waiting: readonly PendingRestore[], own: string | undefined, choice?: string, tries = 0) =>
  choosePending(waiting, own, { choice, tries });

describe("P27-P30: which pending place is meant", () => {
  test("is the session's own, whatever else waits and whatever number is said", () => {
    expect(choose([ONE, TWO], "two")).toEqual({ type: "own", pending: TWO });
    expect(choose([ONE, TWO], "two", "1")).toEqual({ type: "own", pending: TWO });
  });

  test("is the only one, even if it is of another session", () => {
    expect(choose([ONE], "mine")).toEqual({ type: "other", pending: ONE });
    expect(choose([ONE], undefined, "7")).toEqual({ type: "other", pending: ONE });
  });

  test("is none where none waits", () => {
    expect(choose([], "mine")).toEqual({ type: "none" });
    expect(choose([], "mine", "1")).toEqual({ type: "none" });
  });

  test("is asked for where several wait", () => {
    expect(choose([ONE, TWO], "mine")).toEqual({ type: "ask", invalid: false });
    expect(choose([ONE, TWO], undefined)).toEqual({ type: "ask", invalid: false });
  });

  test.each([
    ["1", ONE],
    [" 2 ", TWO],
    ["002", TWO],
  ])("is the one that the answer %j counts", (choice, chosen) => {
    expect(choose([ONE, TWO], "mine", choice)).toEqual({ type: "other", pending: chosen });
    expect(choose([ONE, TWO], "mine", choice, 1)).toEqual({ type: "other", pending: chosen });
  });

  test.each(["skip", " SKIP\n"])("is none after %j, even where the session has its own", (choice) => {
    expect(choose([ONE, TWO], "two", choice)).toEqual({ type: "none" });
  });

  test.each(["0", "3", "-1", "1.0", "one", "1 2", "x1", "1x", "0000001", ""])(
    "is asked for once more after %j, and none after a second such answer",
    (choice) => {
      expect(choose([ONE, TWO], "mine", choice)).toEqual({ type: "ask", invalid: true });
      expect(choose([ONE, TWO], "mine", choice, 1)).toEqual({ type: "none" });
    },
  );
});
