import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";

const ROOT = resolve(import.meta.dirname, "../..");

const PREPARE = `set -e
  mount -t tmpfs -o size=24m,mode=700 tmpfs "$HOLDFAST_HOME"
  mount -t tmpfs -o size=4m tmpfs "$PROJECT"
  cd "$PROJECT"
  holdfast() { "$NODE" "$MAIN" "$@"; }
  run() { status=0; holdfast "$@" > "$OUT" 2>&1 || status=$?; echo "$1|$status|$(head -n 1 "$OUT")"; }
  fill() { dd if=/dev/zero of="$1/filler" bs=4k 2>/dev/null || :; }
  git init -q
  echo one > a
  head -c 2000000 /dev/urandom > big
  sum=$(md5sum < big)
  holdfast save --name before > /dev/null`;

/** The state directory has no byte left: nothing can be captured, so nothing may be touched. */
const STATE = `${PREPARE}
  head -c 2000000 /dev/urandom > big
  fill "$HOLDFAST_HOME"
  run restore before --yes --overwrite
  run changes
  rm "$HOLDFAST_HOME/filler"
  run restore before --yes --overwrite
  [ "$(md5sum < big)" = "$sum" ] && echo back`;

/** The project has no byte left: what cannot be written stays as it was, and can be restored later. */
const PROJECT = `${PREPARE}
  rm big
  echo two > a
  fill "$PROJECT/.git"
  run restore before --yes --overwrite
  ls -a | tr '\\n' ' '
  echo
  rm .git/filler
  run restore before --yes --overwrite
  [ "$(md5sum < big)" = "$sum" ] && echo back`;

test("a full disk under the state directory is named, and nothing is touched", () => {
  expect(run(STATE)).toEqual([
    expect.stringMatching(/^restore\|74\|holdfast: The disk is full: files cannot be captured in/),
    expect.stringMatching(/^changes\|0\|/),
    expect.stringMatching(/^restore\|0\|Restored 1 file: before$/),
    "back",
  ]);
}, 60_000);

test("a full disk under the project fails what cannot be written, and leaves nothing behind", () => {
  expect(run(PROJECT)).toEqual([
    expect.stringMatching(/^restore\|1\|/),
    ". .. .git a ",
    expect.stringMatching(/^restore\|0\|/),
    "back",
  ]);
}, 60_000);

function run(script: string): string[] {
  const home = mkdtempSync(join(tmpdir(), "holdfast-full-"));
  for (const name of ["state", "project"]) mkdirSync(join(home, name));
  try {
    const result = spawnSync("unshare", ["-rm", "sh", "-c", script], {
      cwd: ROOT,
      env: {
        PATH: process.env["PATH"],
        HOME: home,
        HOLDFAST_HOME: join(home, "state"),
        HOLDFAST_NO_DAEMON: "1",
        PROJECT: join(home, "project"),
        NODE: process.execPath,
        MAIN: join(ROOT, "dist", "main.cjs"),
        OUT: join(home, "out"),
      },
      encoding: "utf8",
    });
    // A save outside of a session says on standard error what it holds.
    expect(result.stderr.replaceAll(/^holdfast: It holds only the files as they are now.*\n/gm, "")).toBe("");
    return result.stdout.trim().split("\n");
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
