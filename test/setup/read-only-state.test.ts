import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { shareCodeCache } from "../support/share-code-cache.ts";

const MAIN = resolve(import.meta.dirname, "../../dist/main.cjs");

/** Runs commands one after the other while a directory is on a file system that is mounted read-only. */
function runReadOnly(root: string, directory: string, commands: readonly string[]): string[] {
  const script = `mount --bind "$RO" "$RO" && mount -o remount,ro,bind "$RO"; cd "$PROJECT"
    for words in ${commands.join(" ")}; do "$NODE" "$MAIN" $words 2>&1; printf '\\0'; done`;
  const run = spawnSync("unshare", ["-rm", "sh", "-c", script], {
    env: {
      PATH: process.env["PATH"],
      HOME: join(root, "home"),
      HOLDFAST_HOME: join(root, "home/state"),
      HOLDFAST_NO_DAEMON: "1",
      PROJECT: join(root, "project"),
      RO: directory,
      NODE: process.execPath,
      MAIN,
    },
    encoding: "utf8",
  });
  expect(run.stderr, "this test needs a mount namespace of its own (unshare -rm)").toBe("");
  return run.stdout.split("\0").slice(0, -1);
}

test.each([
  ["a state directory", true, "cannot be written"],
  ["a home without one", false, "cannot be created"],
])("of %s that is read-only, every command names one cause and one remedy", (_, isThere, what) => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "holdfast-test-")));
  try {
    const home = join(root, "home");
    const state = join(home, "state");
    for (const folder of [join(root, "project"), home]) mkdirSync(folder);
    if (isThere) shareCodeCache(state);
    const commands = ["status", "list", "doctor", "token"];
    const [status = "", list, doctor = "", token] = runReadOnly(root, home, commands);
    const cause = `${state} ${what}: the file system is read-only.`;
    const remedy = "Make it writable, or set HOLDFAST_HOME to another directory.";
    expect(status).toBe(`holdfast: ${cause}\n${remedy}\n`);
    expect(list).toBe(status);
    expect(token).toMatch(/: the file system is read-only\.\nMake it writable/);
    const failed = doctor.split("\n").filter((line) => line.startsWith("FAIL"));
    expect(failed).toEqual([
      `FAIL  state directory is private and writable: ${cause} ${remedy}`,
      expect.stringContaining("an agent is connected"),
    ]);
    for (const check of ["database is intact", "checkpoints can be saved and loaded", "spool is empty"])
      expect(doctor).toMatch(new RegExp(`^skip {2}${check}: `, "m"));
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
