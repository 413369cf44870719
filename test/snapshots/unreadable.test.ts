import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";

const MAIN = resolve(import.meta.dirname, "../../dist/main.cjs");
/** Permissions mean nothing to the superuser, so the program runs as somebody else then. */
const NOBODY = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

test("undo takes back what can be read, and the rest once it can be read again (issue 32, item 5)", () => {
  const home = mkdtempSync(join(tmpdir(), "holdfast-unreadable-"));
  const project = join(home, "project");
  const closed = join(project, "closed");
  const owned = [home, project, closed, join(project, "open"), join(home, "state")];
  for (const directory of owned.slice(1)) mkdirSync(directory, { mode: 0o700 });
  try {
    for (const name of ["closed/file", "open/file"]) {
      writeFileSync(join(project, name), "before\n");
      owned.push(join(project, name));
    }
    if (NOBODY.uid !== undefined) for (const path of owned) chownSync(path, NOBODY.uid, NOBODY.gid);
    const texts = () => ["closed/file", "open/file"].map((name) => readFileSync(join(project, name), "utf8"));
    const run = (...words: string[]) => runAs(home, project, words);
    expect(run("save", "--name", "before").status).toBe(0);
    for (const name of ["closed/file", "open/file"]) writeFileSync(join(project, name), "agent\n");
    expect(run("restore", "before", "--yes", "--overwrite").status).toBe(0);
    chmodSync(closed, 0o000);
    const undone = run("undo");
    expect([undone.status, undone.stdout]).toEqual([
      1,
      expect.stringContaining("closed/file: it cannot be read: permission denied"),
    ]);
    chmodSync(closed, 0o700);
    expect(texts()).toEqual(["before\n", "agent\n"]);
    expect(run("undo").status).toBe(0);
    expect(texts()).toEqual(["agent\n", "agent\n"]);
  } finally {
    chmodSync(closed, 0o700);
    rmSync(home, { recursive: true, force: true });
  }
});

function runAs(home: string, project: string, words: readonly string[]) {
  return spawnSync(process.execPath, [MAIN, ...words], {
    ...NOBODY,
    cwd: project,
    env: {
      PATH: process.env["PATH"],
      HOME: join(home, "home"),
      HOLDFAST_HOME: join(home, "state"),
      HOLDFAST_NO_DAEMON: "1",
    },
    encoding: "utf8",
  });
}
