import { mkdtempSync, rmSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { isEventId, readSpoolFile, spoolPath } from "../../src/spool/spool-file.ts";

const ID = "aaaaaaaa";
let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "holdfast-spool-file-"));
  path = spoolPath(folder, ID, "json");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function read(content: string) {
  writeFileSync(path, content);
  utimesSync(path, 1_800_000_000, 1_800_000_000.4);
  return readSpoolFile(path, ID);
}

const EVENT = { id: ID, at: 1_800_000_000_400, agent: "pi", event: "Stop", payload: {} };

test("an event has what its header line says beside the payload; a pid of 0 is none", () => {
  expect(read("holdfast-spool 1 pi Stop 0\n{}")).toStrictEqual({ type: "event", event: EVENT });
  expect(read("holdfast-spool 1 pi Stop 7 ses_0123456789abcdef\n{}")).toStrictEqual({
    type: "event",
    event: { ...EVENT, pid: 7, continues: "ses_0123456789abcdef" },
  });
  // The process id of a hook that waits for the reply is no part of the event.
  expect(read("holdfast-spool 1 pi Stop 7 4711\n{}")).toStrictEqual({
    type: "event",
    event: { ...EVENT, pid: 7 },
  });
  expect(read("holdfast-spool 1 pi Stop 7 ses_0123456789abcdef 4711\n{}")).toStrictEqual({
    type: "event",
    event: { ...EVENT, pid: 7, continues: "ses_0123456789abcdef" },
  });
});

describe("R-H9: what is no whole event", () => {
  test.each([
    ["nothing", ""],
    ["a part of the header line", "h".repeat(255)],
    ["a header line alone", "holdfast-spool 1 pi Stop 0\n"],
    ["half a payload", 'holdfast-spool 1 pi Stop 0\n{"half":'],
  ])("may still be written when it is %s", (_, content) => {
    expect(read(content)).toStrictEqual({ type: "torn" });
  });

  test.each([
    ["256 bytes without a line", "h".repeat(256), "no header line"],
    ["an empty first line", "\n{}", "the header line is not one of ours"],
    ["another version's line", "holdfast-spool 2 pi Stop 0\n{}", "the header line is not one of ours"],
    ["a line that goes on", "holdfast-spool 1 pi Stop 0 more\n{}", "the header line is not one of ours"],
  ])("is unusable when it is %s", (_, content, reason) => {
    expect(read(content)).toStrictEqual({ type: "unusable", reason });
  });

  test("is gone when there is no file: another process handled it", () => {
    expect(readSpoolFile(path, ID)).toStrictEqual({ type: "gone" });
  });

  test("is unusable when it is a link, or larger than 64 MiB", () => {
    writeFileSync(join(folder, "target"), "holdfast-spool 1 pi Stop 0\n{}");
    symlinkSync(join(folder, "target"), path);
    expect(readSpoolFile(path, ID)).toMatchObject({ type: "unusable", reason: expect.stringMatching(/\w/) });
    rmSync(path);
    read("holdfast-spool 1 pi Stop 0\n{}");
    truncateSync(path, 64 * 1024 * 1024 + 1);
    expect(readSpoolFile(path, ID)).toStrictEqual({
      type: "unusable",
      reason: "larger than 67108864 bytes",
    });
  });
});

test.each([
  ["0198c1f0-5d7e", true],
  ["short", false],
  ["Upper-case-id", false],
  ["../../etc/passwd", false],
  ["x".repeat(65), false],
])("an id becomes the name of a file: %s is one: %s", (id, expected) => {
  expect(isEventId(id)).toBe(expected);
});
