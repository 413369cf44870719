import { execFileSync } from "node:child_process";
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { random } from "../lib/agent-state.mjs";
import { loadSnapshots } from "../lib/load-snapshots.mjs";
import { median, quantile, short } from "../lib/statistics.mjs";

const PER_DIRECTORY = 100;
const EDITED = 20;
const PAUSE_MS = 1_100;
const MAX_ROUNDS = 15;
/** A day's work: its snapshots, and the files that change from one to the next. */
const DAY = { files: 2_000, snapshots: 1_000, edited: 2 };

/**
 * Snapshots of generated repositories beside `git status` and beside the same through a fresh index (quality budgets,
 * section 8), and the disk that a day of snapshots takes beside the bytes that changed.
 */
export async function run({ runs, files }) {
  const snapshots = await loadSnapshots();
  const rows = [];
  for (const count of files.split(",").map(Number)) {
    const rounds = Math.max(3, Math.min(MAX_ROUNDS, Math.round((runs * 10_000) / count)));
    rows.push(await inRepository(count, (place) => timeSizes(snapshots, place, { count, rounds })));
  }
  const disk = await inRepository(DAY.files, (place) => measureDay(snapshots, place));
  return {
    title: `Snapshots a second after ${EDITED} edits (ms)`,
    columns: ["files", "git status", "fresh index", "snapshot", "p95", "x git status", "first"],
    rows,
    notes: disk,
  };
}

async function timeSizes(snapshots, place, { count, rounds }) {
  const work = snapshots.open(place);
  const first = await timeOf(() => work.take());
  const times = { status: [], fresh: [], snapshot: [] };
  const ways = Object.entries({
    status: () => git(place, "status", "--porcelain"),
    fresh: () => addToFreshIndex(place),
    snapshot: () => work.take(),
  });
  const next = random(7);
  git(place, "status", "--porcelain");
  for (let round = 0; round < rounds; round++) {
    // Each edits before it begins, and another one begins each time, so that none finds what the one before read.
    for (let i = 0; i < ways.length; i++) {
      const [name, way] = ways[(round + i) % ways.length];
      for (let k = 0; k < EDITED; k++) edit(place, { next, count, round: `${round}${name}` });
      // A turn lasts seconds. What was written in the moment of a snapshot is read once more by the next one.
      await sleep(PAUSE_MS);
      times[name].push(await timeOf(way));
    }
  }
  const middle = Object.fromEntries(Object.entries(times).map(([name, list]) => [name, median(list)]));
  const p95 = quantile(times.snapshot, 0.95);
  const figures = [middle.status, middle.fresh, middle.snapshot, p95, middle.snapshot / middle.status, first];
  return [count, ...figures.map(short)];
}

/** The disk is measured in blocks, as taken and after the daily prune. */
async function measureDay(snapshots, place) {
  const work = snapshots.open(place);
  await work.take();
  const before = blocksBelow(place.directory);
  const next = random(13);
  let changed = 0;
  for (let i = 0; i < DAY.snapshots; i++) {
    for (let k = 0; k < DAY.edited; k++) changed += edit(place, { next, count: DAY.files, round: i });
    await work.take();
  }
  const taken = blocksBelow(place.directory) - before;
  await work.prune();
  const packed = blocksBelow(place.directory) - before;
  const times = (bytes) => `${megabytes(bytes)} (${short(bytes / changed)} x)`;
  return [
    `${DAY.snapshots} snapshots, ${DAY.edited} files of ${DAY.files} changed in each: ${megabytes(changed)} changed, ` +
      `disk ${times(taken)} as taken, ${times(packed)} after the daily prune`,
  ];
}

async function inRepository(count, work) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "holdfast-bench-")));
  const place = { root, worktree: join(root, "project"), directory: join(root, "snapshots") };
  try {
    mkdirSync(place.worktree);
    git(place, "init", "-q");
    // Not in the background while times are taken.
    git(place, "config", "gc.auto", "0");
    const next = random(3);
    for (let i = 0; i < count; i++) {
      if (i % PER_DIRECTORY === 0) mkdirSync(join(place.worktree, directoryOf(i)), { recursive: true });
      writeFileSync(join(place.worktree, pathOf(i)), contentOf(i, next, "first"));
    }
    git(place, "add", "-A");
    git(place, "-c", "user.name=bench", "-c", "user.email=bench@localhost", "commit", "-qm", "All files");
    git(place, "repack", "-adq");
    return await work(place);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** Writes one of the files anew and returns its size. */
function edit({ worktree }, { next, count, round }) {
  const i = Math.floor(next() * count);
  const content = contentOf(i, next, round);
  writeFileSync(join(worktree, pathOf(i)), content);
  return content.length;
}

function contentOf(i, next, round) {
  const lines = Array.from(
    { length: 20 + (i % 100) },
    (_, k) => `  const value${k} = read(${i}, "${k * i}");`,
  );
  lines[Math.floor(next() * lines.length)] = `  // ${round} ${next()}`;
  return `export function part${i}() {\n${lines.join("\n")}\n}\n`;
}

const directoryOf = (i) => {
  const number = Math.floor(i / PER_DIRECTORY);
  return `packages/part-${Math.floor(number / 20)}/src-${number % 20}`;
};
const pathOf = (i) => `${directoryOf(i)}/file-${i}.ts`;

/** What a tool does that knows nothing of the snapshot before. */
function addToFreshIndex(place) {
  const index = join(place.root, "fresh-index");
  rmSync(index, { force: true });
  const env = { ...environment(place), GIT_INDEX_FILE: index };
  for (const args of [["read-tree", "HEAD"], ["add", "-A"], ["write-tree"]])
    execFileSync("git", args, { cwd: place.worktree, env, stdio: "pipe" });
}

function git(place, ...args) {
  execFileSync("git", args, {
    cwd: place.worktree,
    env: environment(place),
    stdio: "pipe",
    maxBuffer: 2 ** 28,
  });
}

/** Nothing of the person's own settings, such as a file system monitor. */
function environment({ root }) {
  return { PATH: process.env.PATH, HOME: root, GIT_CONFIG_NOSYSTEM: "1" };
}

async function timeOf(work) {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

function blocksBelow(directory) {
  const entries = readdirSync(directory, { recursive: true, encoding: "utf8" });
  const stats = entries.map((entry) => lstatSync(join(directory, entry)));
  return stats.filter((stat) => stat.nlink === 1).reduce((sum, { blocks }) => sum + blocks * 512, 0);
}

function megabytes(bytes) {
  return `${short(bytes / 1e6)} MB`;
}
