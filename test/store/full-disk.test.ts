import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";

const ROOT = resolve(import.meta.dirname, "../..");

/** Fills a small disk to the last byte. The records are old, and no process has the database open. */
const SCRIPT = `set -e
  mount -t tmpfs -o size=8m,mode=700 tmpfs "$HOLDFAST_HOME"
  holdfast() { "$NODE" "$MAIN" "$@"; }
  for i in 1 2 3 4; do
    holdfast save --state "{\\"text\\":\\"$(head -c 60000 /dev/urandom | base64 -w0)\\"}" > /dev/null
  done
  "$NODE" -e "$AGE"
  rm -f "$HOLDFAST_HOME"/holdfast.db-wal "$HOLDFAST_HOME"/holdfast.db-shm
  dd if=/dev/zero of="$HOLDFAST_HOME/filler" bs=4k 2>/dev/null || :
  for command in "list" "status" "doctor" "save --name full" "prune" "list" "save --name again"; do
    status=0
    holdfast $command > "$OUT" 2>&1 || status=$?
    echo "$command|$status|$(grep -c chk_ "$OUT" || :)"
  done
  ls "$HOLDFAST_HOME" | grep reserve`;

/** Saves until the disk is full. The last saves are in the log, and the file has to grow to take them. */
const GROWN = `set -e
  mount -t tmpfs -o size=4m,mode=700 tmpfs "$HOLDFAST_HOME"
  holdfast() { "$NODE" "$MAIN" "$@"; }
  for i in $(seq 60); do
    holdfast save --state "{\\"text\\":\\"$(head -c 60000 /dev/urandom | base64 -w0)\\"}" > "$OUT" 2>&1 || break
  done
  dd if=/dev/zero of="$HOLDFAST_HOME/filler" bs=1k 2>/dev/null || :
  for command in "list" "prune" "prune" "list"; do
    status=0
    holdfast $command > "$OUT" 2>&1 || status=$?
    echo "$command|$status"
  done
  ls "$HOLDFAST_HOME" | grep reserve`;

/** A disk that was full before there was a reserve, so that there is none to free. */
const WITHOUT_RESERVE = `set -e
  mount -t tmpfs -o size=5m,mode=700 tmpfs "$HOLDFAST_HOME"
  holdfast() { "$NODE" "$MAIN" "$@"; }
  holdfast save --state '{"a":1}' > /dev/null
  holdfast save --state '{"a":2}' > /dev/null
  "$NODE" -e "$AGE"
  rm -f "$HOLDFAST_HOME"/holdfast.db.reserve "$HOLDFAST_HOME"/holdfast.db-wal "$HOLDFAST_HOME"/holdfast.db-shm
  dd if=/dev/zero of="$HOLDFAST_HOME/filler" bs=4k 2>/dev/null || :
  for command in "list" "status" "resume" "prune --dry-run" "prune" "save --name full"; do
    status=0
    holdfast $command > "$OUT" 2>&1 || status=$?
    echo "$command|$status|$(grep -c 'free 2 MB' "$OUT" || :)"
  done
  rm "$HOLDFAST_HOME/filler"
  holdfast prune > /dev/null
  echo "$(holdfast list | grep -c chk_)"
  ls "$HOLDFAST_HOME" | grep reserve`;

const AGE = `const { DatabaseSync } = require("@photostructure/sqlite");
  const db = new DatabaseSync(process.env.HOLDFAST_HOME + "/holdfast.db");
  db.exec("update checkpoints set created_at = created_at - 100000000000; pragma wal_checkpoint(truncate)");
  db.close();`;

test("R-Q6: on a disk without a free byte, records can be read, prune deletes, and saving works again", () => {
  const lines = runOnSmallDisk(SCRIPT);
  expect(lines).toEqual([
    "list|0|4",
    "status|0|1",
    expect.stringMatching(/^doctor\|1\|/),
    "save --name full|74|0",
    "prune|0|0",
    "list|0|1",
    "save --name again|0|2",
    "holdfast.db.reserve",
  ]);
});

test("R-Q6: prune works on a disk that saves have filled, with the last of them in the log", () => {
  const lines = runOnSmallDisk(GROWN);
  expect(lines).toEqual(["list|0", "prune|0", "prune|0", "list|0", "holdfast.db.reserve"]);
}, 120_000);

test("R-Q6: without a reserve, records can be read, and prune reports what it needs", () => {
  expect(runOnSmallDisk(WITHOUT_RESERVE)).toEqual([
    "list|0|0",
    "status|0|0",
    "resume|0|0",
    "prune --dry-run|0|0",
    "prune|74|1",
    "save --name full|74|0",
    "1",
    "holdfast.db.reserve",
  ]);
}, 60_000);

function runOnSmallDisk(script: string): string[] {
  const home = mkdtempSync(join(tmpdir(), "holdfast-full-"));
  // The files of the project are captured too, so it must not be this repository.
  const project = join(home, "project");
  for (const directory of [join(home, "state"), project]) mkdirSync(directory);
  try {
    const run = spawnSync("unshare", ["-rm", "sh", "-c", script], {
      cwd: project,
      env: {
        PATH: process.env["PATH"],
        HOME: home,
        HOLDFAST_HOME: join(home, "state"),
        HOLDFAST_NO_DAEMON: "1",
        NODE: process.execPath,
        NODE_PATH: join(ROOT, "node_modules"),
        MAIN: join(ROOT, "dist", "main.cjs"),
        OUT: join(home, "out"),
        AGE,
      },
      encoding: "utf8",
    });
    expect(run.stderr).toBe("");
    return run.stdout.trim().split("\n");
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
