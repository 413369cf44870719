import { describe, expect, test } from "vitest";
import { settleEdit, touchFiles } from "../../../src/capture/facts/touch-files.ts";
import { LIMITS } from "../../../src/capture/limits.ts";
import type { Capture } from "../../../src/kernel/capture.ts";

type File = Capture["files"][number];

const read = (path: string, at = 1): File => ({ path, action: "read", at, changedAt: null, edit: null });
const changed = (path: string, at = 1, edit: File["edit"] = null): File => ({
  path,
  action: "changed",
  at,
  changedAt: at,
  edit,
});

describe("a file that is touched", () => {
  test("was not changed if it was only read", () => {
    expect(touchFiles([], [{ path: "a.ts", action: "read" }], { at: 5 })).toEqual([read("a.ts", 5)]);
    const inCall = touchFiles([], [{ path: "a.ts", action: "read" }], { at: 5, call: "c1" });
    expect(inCall).toEqual([read("a.ts", 5)]);
  });

  test("was changed at once where no call is named", () => {
    expect(touchFiles([], [{ path: "a.ts", action: "changed" }], { at: 5 })).toEqual([changed("a.ts", 5)]);
  });

  test("was changed for certain only when its call has ended", () => {
    const touched = [{ path: "a.ts", action: "changed" }] as const;
    const first = touchFiles([read("a.ts")], touched, { at: 5, call: "c1" });
    expect(first).toEqual([changed("a.ts", 5, { call: "c1", changedBefore: null })]);
    expect(touchFiles(first, touched, { at: 8, call: "c2" })).toEqual([
      changed("a.ts", 8, { call: "c2", changedBefore: 5 }),
    ]);
  });

  test("is as it was before a call that failed, even if its client reported the call twice", () => {
    const touched = [{ path: "a.ts", action: "changed" }] as const;
    const once = touchFiles([read("a.ts")], touched, { at: 5, call: "c1" });
    const twice = touchFiles(once, touched, { at: 5, call: "c1" });
    expect(settleEdit(twice, "c1", false)).toEqual([{ ...read("a.ts"), at: 5 }]);
  });

  test("makes room by dropping files that were only read, the oldest first", () => {
    const touch = (files: readonly File[], path: string, action: "read" | "changed") =>
      touchFiles(files, [{ path, action }], { at: 5 });
    const many = Array.from({ length: LIMITS.files + 5 }, (_, i) => `${i}.ts`);
    const start = touch([], "edited.ts", "changed");
    const after = many.reduce((files, path) => touch(files, path, "read"), start);
    expect(after).toHaveLength(LIMITS.files);
    expect(after.map(({ path }) => path)).toEqual(["edited.ts", ...many.slice(6)]);
    const edited = many.reduce((files, path) => touch(files, path, "changed"), start);
    expect(edited.map(({ path }) => path)).toEqual(many.slice(5));
  });

  test("stays changed when it is read later, also while its change is under way", () => {
    const before = changed("a.ts", 3, { call: "c1", changedBefore: 2 });
    expect(touchFiles([before], [{ path: "a.ts", action: "read" }], { at: 9 })).toEqual([
      { ...before, at: 9 },
    ]);
  });

  test("is listed once, at its newest touch", () => {
    const files = [changed("a.ts", 1), read("b.ts", 2), read("c.ts", 3)];
    const touched = [
      { path: "b.ts", action: "changed" },
      { path: "a.ts", action: "read" },
    ] as const;
    expect(touchFiles(files, touched, { at: 7 })).toEqual([
      read("c.ts", 3),
      changed("b.ts", 7),
      { ...changed("a.ts", 1), at: 7 },
    ]);
    expect(files.map(({ path }) => path)).toEqual(["a.ts", "b.ts", "c.ts"]);
  });

  test("takes the place of the oldest of sixty", () => {
    const files = Array.from({ length: 60 }, (_, i) => read(`${i}.ts`, i));
    const after = touchFiles(files, [{ path: "new.ts", action: "read" }], { at: 99 });
    expect(after).toEqual([...files.slice(1), read("new.ts", 99)]);
  });
});

describe("an edit whose call has ended", () => {
  test("is a change if the call succeeded", () => {
    const edit = { call: "c1", changedBefore: 2 };
    expect(settleEdit([changed("a.ts", 5, edit)], "c1", true)).toEqual([changed("a.ts", 5)]);
  });

  test("changed nothing if the call failed", () => {
    const edit = { call: "c1", changedBefore: null };
    expect(settleEdit([changed("a.ts", 5, edit)], "c1", false)).toEqual([read("a.ts", 5)]);
  });

  test("leaves the change of before if the call failed", () => {
    const edit = { call: "c1", changedBefore: 2 };
    expect(settleEdit([changed("a.ts", 5, edit)], "c1", false)).toEqual([
      { ...changed("a.ts", 5), changedAt: 2 },
    ]);
  });

  test.each([true, false])("says nothing of other calls' files (succeeded: %s)", (ok) => {
    const files = [changed("a.ts", 5, { call: "c2", changedBefore: null }), changed("b.ts"), read("c.ts")];
    expect(settleEdit(files, "c1", ok)).toEqual(files);
  });
});
