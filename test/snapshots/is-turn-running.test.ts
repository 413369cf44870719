import { join } from "node:path";
import { expect, test } from "vitest";
import { isTurnRunning } from "../../src/snapshots/is-turn-running.ts";
import { runSnapshotRequests } from "../../src/snapshots/run-requests.ts";
import { AgentSession } from "../support/agent-session.ts";
import { type SnapshotPlace, withSnapshots } from "../support/snapshot-place.ts";

/** No process has this id. */
const DEAD = 4_194_305;
const HOUR = 3_600_000;

async function begin({ ctx, clock, put }: SnapshotPlace, pid: number, cwd = ctx.caller.cwd) {
  put("a.js", "0\n");
  const session = new AgentSession(ctx, clock, { pid, cwd });
  await session.start();
  await session.prompt("Run the long tests.");
  await runSnapshotRequests(ctx);
  return session;
}

test("a turn runs from its prompt to its end, however long it is silent", () =>
  withSnapshots(async (place) => {
    const { ctx, clock } = place;
    expect(await isTurnRunning(ctx)).toBe(false);
    const session = await begin(place, process.pid);
    clock.now += 3 * HOUR;
    expect(await isTurnRunning(ctx)).toBe(true);
    await session.stop();
    await runSnapshotRequests(ctx);
    expect(await isTurnRunning(ctx)).toBe(false);
  }));

test("a turn in another worktree runs, too", () =>
  withSnapshots(async (place) => {
    const { git, put, ctx, root } = place;
    put("a.js", "0\n");
    git("add", ".");
    git("commit", "-qm", "first");
    git("worktree", "add", "-q", join(root, "linked"));
    const session = await begin(place, process.pid);
    await session.stop();
    await session.prompt("Go on there.", { cwd: join(root, "linked") });
    await runSnapshotRequests(ctx);
    expect(await isTurnRunning(ctx)).toBe(true);
  }));

test("a turn whose agent was killed, or that nobody heard of for a day, does not run", () =>
  withSnapshots(async (place) => {
    const { ctx, clock } = place;
    await begin(place, DEAD);
    expect(await isTurnRunning(ctx)).toBe(false);
    await begin(place, process.pid);
    clock.now += 25 * HOUR;
    expect(await isTurnRunning(ctx)).toBe(false);
  }));
