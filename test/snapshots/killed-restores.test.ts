import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { type SnapshotPlace, withSnapshots } from "../support/snapshot-place.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const DIE_AT = pathToFileURL(join(ROOT, "test/support/die-at.mjs")).href;

interface Moment {
  call: "linkSync" | "renameSync" | "rmSync" | "spawn";
  /** Of the arguments. */
  matching: string;
  nth: number;
  after: boolean;
  /** Whether the next command has to complete what was begun; otherwise nothing has been touched. */
  begun: boolean;
}

const moments: Record<string, Moment> = {
  SAFETY: { call: "renameSync", matching: "refs/snapshots/", nth: 1, after: false, begun: false },
  PREPARE: { call: "renameSync", matching: "restore\\.json$", nth: 1, after: true, begun: false },
  "APPLY, before the first file": {
    call: "renameSync",
    matching: "restore\\.json$",
    nth: 2,
    after: true,
    begun: true,
  },
  "APPLY, between two files": {
    call: "renameSync",
    matching: "\\.holdfast-rst_.*\\.tmp",
    nth: 2,
    after: false,
    begun: true,
  },
  VERIFY: { call: "spawn", matching: "diff-files", nth: 2, after: false, begun: true },
  "COMMIT, before it": {
    call: "renameSync",
    matching: "restores/.*\\.json$",
    nth: 1,
    after: false,
    begun: true,
  },
  "COMMIT, after it": { call: "rmSync", matching: "restore\\.json", nth: 1, after: false, begun: true },
};

describe.each(Object.entries(moments))("killed with SIGKILL in %s", (_, moment) => {
  test("a restore is completed or dropped by the next command, and can be taken back", () =>
    withSnapshots(async (place) => {
      const { wanted, agents } = await oneTurn(place);
      kill(place, ["restore", "1", "--yes"], moment);
      await nextCommand(place);
      expect(readFiles(place.project)).toEqual(moment.begun ? wanted : agents);
      if (!moment.begun) await place.restore("1");
      expect(readFiles(place.project)).toEqual(wanted);
      await place.undo();
      expect(readFiles(place.project)).toEqual(agents);
    }));

  test("an undo is completed or dropped by the next command", () =>
    withSnapshots(async (place) => {
      const { wanted, agents } = await oneTurn(place);
      await place.restore("1");
      kill(place, ["undo"], moment);
      await nextCommand(place);
      expect(readFiles(place.project)).toEqual(moment.begun ? agents : wanted);
      if (!moment.begun) await place.undo();
      expect(readFiles(place.project)).toEqual(agents);
      await expect(place.undo()).rejects.toThrow("No restore");
    }));
});

test("killed with the index locked, the next command unlocks it and brings the index back", () =>
  withSnapshots(async (place) => {
    const { project, git, put, at } = place;
    await oneTurn(place);
    git("add", "changed");
    await at("prompt", 2);
    const then = git("ls-files", "--stage");
    put("changed", "again\n");
    git("add", ".");
    await at("turn_end", 2);
    const locked = { call: "linkSync", matching: "index\\.lock", nth: 1, after: true, begun: true } as const;
    kill(place, ["restore", "2", "--yes", "--index"], locked);
    expect(existsSync(join(project, ".git/index.lock"))).toBe(true);
    await nextCommand(place);
    expect(git("ls-files", "--stage")).toBe(then);
    expect(readdirSync(join(project, ".git")).filter((name) => /lock|holdfast/.test(name))).toEqual([]);
  }));

/** The files before and after a turn that changes, deletes and creates some. */
async function oneTurn({ project, clock, at, put }: SnapshotPlace) {
  clock.now = Date.now() - 1_000;
  for (const name of ["changed", "deleted", "dir/deleted too", "key"]) put(name, `${name}\r\n`);
  chmodSync(join(project, "key"), 0o600);
  symlinkSync("changed", join(project, "link"));
  await at("prompt", 1);
  const wanted = readFiles(project);
  put("changed", "agent\n");
  for (const name of ["deleted", "dir", "key", "link"]) put(name, null);
  put("made/by the agent", "made\n");
  await at("turn_end", 1);
  return { wanted, agents: readFiles(project) };
}

/** Runs the built program until it kills itself. */
function kill(
  { root, project }: SnapshotPlace,
  words: readonly string[],
  { begun: _, ...dies }: Moment,
): void {
  const program = ["--import", DIE_AT, join(ROOT, "dist/main.cjs"), ...words];
  const env = {
    PATH: process.env["PATH"],
    HOME: join(root, "home"),
    HOLDFAST_HOME: join(root, "state"),
    HOLDFAST_NO_DAEMON: "1",
    HOLDFAST_TEST_DIES: JSON.stringify(dies),
  };
  const { signal, stderr } = spawnSync(process.execPath, program, { cwd: project, env, encoding: "utf8" });
  expect([signal, stderr]).toEqual(["SIGKILL", ""]);
}

/** A preview, which changes nothing, and the prompt of another session, whose snapshot completes what was begun. */
async function nextCommand({ project, clock, restore, at }: SnapshotPlace): Promise<void> {
  clock.now = Date.now();
  const left = readFiles(project);
  await restore("1", { dryRun: true });
  expect(readFiles(project)).toEqual(left);
  await at("prompt", 1, "ses_later");
}

/** All files with kind, permissions and bytes. */
function readFiles(project: string): Record<string, string> {
  const names = readdirSync(project, { recursive: true, encoding: "utf8" });
  const files = names.filter((name) => name !== ".git" && !name.startsWith(".git/"));
  return Object.fromEntries(files.map((name) => [name, describeFile(join(project, name))]));
}

function describeFile(path: string): string {
  const stat = lstatSync(path);
  if (stat.isDirectory()) return "directory";
  if (stat.isSymbolicLink()) return `link ${readlinkSync(path)}`;
  return `${(stat.mode & 0o777).toString(8)} ${readFileSync(path, "latin1")}`;
}
