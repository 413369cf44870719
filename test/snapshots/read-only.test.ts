import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";

const MAIN = resolve(import.meta.dirname, "../../dist/main.cjs");
/** Permissions mean nothing to the superuser, so the program runs as somebody else then. */
const NOBODY = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

test("a read-only directory keeps its files and does not hold up the others (issue 32, item 5)", () => {
  const home = mkdtempSync(join(tmpdir(), "holdfast-read-only-"));
  const project = join(home, "project");
  const closed = join(project, "closed");
  const owned = [home, project, closed, join(project, "open"), join(home, "state")];
  for (const directory of owned.slice(1)) mkdirSync(directory, { mode: 0o700 });
  const own = (path: string) => NOBODY.uid !== undefined && chownSync(path, NOBODY.uid, NOBODY.gid);
  try {
    for (const name of ["closed/changed", "closed/deleted", "open/deleted"]) {
      writeFileSync(join(project, name), `${name}\n`);
      own(join(project, name));
    }
    owned.forEach(own);
    const text = (name: string) => readFileSync(join(project, name), "utf8");
    const run = (...words: string[]) => runAs(home, project, words);
    expect(run("save", "--name", "before").status).toBe(0);
    writeFileSync(join(closed, "changed"), "agent\n");
    for (const name of ["closed/deleted", "open/deleted"]) rmSync(join(project, name));
    chmodSync(closed, 0o500);
    const refused = run("restore", "before", "--yes", "--overwrite");
    expect([refused.status, refused.stdout]).toEqual([
      1,
      expect.stringContaining("its directory is read-only"),
    ]);
    expect([text("open/deleted"), text("closed/changed")]).toEqual(["open/deleted\n", "agent\n"]);
    expect(existsSync(join(closed, "deleted"))).toBe(false);
    chmodSync(closed, 0o700);
    expect(run("restore", "before", "--yes", "--overwrite").status).toBe(0);
    expect([text("closed/changed"), text("closed/deleted")]).toEqual([
      "closed/changed\n",
      "closed/deleted\n",
    ]);
  } finally {
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
