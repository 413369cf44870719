import { execFileSync } from "node:child_process";
import { closeSync, constants, mkdirSync, openSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import type { SnapshotMoment } from "../../src/kernel/snapshot.ts";
import { changes } from "../../src/snapshots/operations/changes.ts";
import { runSnapshotRequests } from "../../src/snapshots/run-requests.ts";
import { listQueued, queueSnapshot } from "../../src/snapshots/snapshot-queue.ts";
import { createSnapshotRunner } from "../../src/snapshots/snapshot-runner.ts";
import { type SnapshotPlace, withSnapshots } from "../support/snapshot-place.ts";

const rest = { agent: "claude-code", checkpoint: null, name: null, gitHead: null, gitBranch: null };

function request({ ctx }: SnapshotPlace, worktree: string, moment: SnapshotMoment, turn = 1): void {
  queueSnapshot(ctx, { ...rest, session: "ses_one", worktree, moment, turn, at: ctx.clock() });
}

function createProject({ root }: SnapshotPlace, name: string): string {
  const project = join(root, name);
  mkdirSync(project);
  writeFileSync(join(project, "a.txt"), "one\n");
  execFileSync("git", ["init", "-q", project]);
  return project;
}

/** A project in which git waits until somebody writes to a pipe. */
function createBlocked(place: SnapshotPlace, name = "blocked"): { project: string; release(): void } {
  const project = createProject(place, name);
  const pipe = join(project, "below", ".gitignore");
  mkdirSync(join(project, "below"));
  writeFileSync(join(project, "below", "b.txt"), "b\n");
  execFileSync("mkfifo", [pipe]);
  return { project, release: () => openAsWriter(pipe) };
}

function openAsWriter(pipe: string): void {
  try {
    closeSync(openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK));
  } catch {
    // Nobody reads now.
  }
}

async function countSnapshots({ ctx }: SnapshotPlace, project: string): Promise<number> {
  const place = await ctx.workspace.locate(project);
  return (await ctx.snapshots.read(place, (store) => store.list()))?.length ?? 0;
}

/** Lets git go on in all blocked projects until the work is done. */
async function releaseAll(blocked: readonly { release(): void }[], work: Promise<void>): Promise<void> {
  const timer = setInterval(() => blocked.forEach(({ release }) => release()), 5);
  await work.finally(() => clearInterval(timer));
}

test("a project in which git waits does not hold up the captures of others", () =>
  withSnapshots(async (place) => {
    const blocked = createBlocked(place);
    const other = createProject(place, "other");
    request(place, blocked.project, "prompt");
    request(place, other, "prompt");
    const work = runSnapshotRequests(place.ctx);
    try {
      await expect.poll(() => countSnapshots(place, other), { timeout: 10_000 }).toBe(1);
      expect(await countSnapshots(place, blocked.project)).toBe(0);
    } finally {
      await releaseAll([blocked], work);
    }
    expect(await countSnapshots(place, blocked.project)).toBe(1);
  }));

test("what is requested while git waits in one project is captured in the others, in order", () =>
  withSnapshots(async (place) => {
    const blocked = createBlocked(place);
    const other = createProject(place, "other");
    const { ctx } = place;
    const runner = createSnapshotRunner();
    request(place, blocked.project, "prompt");
    const work = runner.run(ctx);
    try {
      await sleep(300);
      for (const [moment, turn] of [
        ["prompt", 1],
        ["turn_end", 1],
        ["prompt", 2],
      ] as const) {
        writeFileSync(join(other, "a.txt"), `${moment} ${turn}\n`);
        request(place, other, moment, turn);
        void runner.run(ctx);
        await expect.poll(() => listQueued(ctx).length, { timeout: 10_000 }).toBe(1);
      }
      const at = await ctx.workspace.locate(other);
      const moments = await ctx.snapshots.read(at, async (store) =>
        (await store.list()).map(({ moment, turn }) => `${moment} ${turn}`),
      );
      expect(moments).toEqual(["prompt 1", "turn_end 1", "prompt 2"]);
    } finally {
      await releaseAll([blocked], work);
    }
    expect(await countSnapshots(place, blocked.project)).toBe(1);
    expect(listQueued(ctx)).toEqual([]);
  }));

test("the requests that no hook announces are found while git waits in another project", () =>
  withSnapshots(async (place) => {
    const blocked = createBlocked(place);
    const other = createProject(place, "other");
    request(place, blocked.project, "prompt");
    const work = createSnapshotRunner().run(place.ctx);
    try {
      await sleep(300);
      request(place, other, "prompt");
      await expect.poll(() => countSnapshots(place, other), { timeout: 10_000 }).toBe(1);
    } finally {
      await releaseAll([blocked], work);
    }
  }));

test("a command waits for the captures of its own project only", () =>
  withSnapshots(async (place) => {
    const { ctx } = place;
    request(place, createProject(place, "other"), "prompt");
    // As if a daemon were to take them.
    const waiting = { ...ctx, drain: async () => ({ waiting: 0, unfinished: 0 }) };
    const started = performance.now();
    await changes.call(waiting, {});
    expect(performance.now() - started).toBeLessThan(5_000);
    expect(listQueued(ctx)).toHaveLength(1);
  }));

test("a pipe that git would read is named as the reason why there is no snapshot", () =>
  withSnapshots(async (place) => {
    const { ctx, put, project } = place;
    put("a.txt", "a\n");
    for (const name of [".gitignore", ".gitattributes"]) {
      execFileSync("mkfifo", [join(project, name)]);
      await place.at("prompt", 1);
      expect(ctx.snapshots.failures().at(-1)?.reason).toContain(`${join(project, name)} is a named pipe`);
      put(name, null);
    }
    await place.at("prompt", 1);
    expect(await countSnapshots(place, project)).toBe(1);
  }));
