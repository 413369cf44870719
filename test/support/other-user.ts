import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const MAIN = resolve(import.meta.dirname, "../../dist/main.cjs");
/** Permissions mean nothing to the superuser, so the program runs as somebody else then. */
const NOBODY = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** A project with the directories `closed` and `open`, whose owner is no superuser. */
export interface OthersProject {
  project: string;
  closed: string;
  /** Runs a command of the built program there, as the owner. */
  run(...words: string[]): { status: number | null; stdout: string };
}

/** `files`: the content of each file of the project. */
export function withOthersProject(
  files: Readonly<Record<string, string>>,
  work: (place: OthersProject) => void,
): void {
  const home = mkdtempSync(join(tmpdir(), "holdfast-other-user-"));
  const project = join(home, "project");
  const closed = join(project, "closed");
  try {
    for (const directory of [project, closed, join(project, "open"), join(home, "state")])
      mkdirSync(directory, { mode: 0o700 });
    for (const [name, content] of Object.entries(files)) writeFileSync(join(project, name), content);
    const owned = ["", ...readdirSync(home, { recursive: true, encoding: "utf8" })];
    if (NOBODY.uid !== undefined)
      for (const path of owned) chownSync(join(home, path), NOBODY.uid, NOBODY.gid);
    work({ project, closed, run: (...words) => runAs(home, project, words) });
  } finally {
    chmodSync(closed, 0o700);
    rmSync(home, { recursive: true, force: true });
  }
}

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
