import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { save } from "../../src/place/operations/save.ts";
import { changes } from "../../src/snapshots/operations/changes.ts";
import { runSnapshotRequests } from "../../src/snapshots/run-requests.ts";
import { AgentSession } from "../support/agent-session.ts";
import { type SnapshotPlace, withSnapshots } from "../support/snapshot-place.ts";

/** The moments at which the files of a session are captured although no turn is running. */
const IDLE = ["save", "pre_compact", "session_end"] as const;

/** No process has this id. */
const DEAD = { pid: 4_194_305 };

/** A turn that changed `y`, and has ended. */
async function endedTurn({ at, put }: SnapshotPlace): Promise<void> {
  put("f", "1\n");
  put("y", "1\n");
  await at("session_start", 0);
  await at("prompt", 1);
  put("y", "agent\n");
  await at("turn_end", 1);
}

function workByHand({ put }: SnapshotPlace): void {
  put("hand", "hand\n");
  put("f", "hand\n");
}

async function expectKept({ project, restore }: SnapshotPlace): Promise<void> {
  const result = await restore("1");
  expect(result.files).toMatchObject([{ path: "y" }]);
  expect(result.conflicts.map(({ path }) => path).toSorted((a, b) => a.localeCompare(b))).toEqual([
    "f",
    "hand",
  ]);
  expect(readFileSync(join(project, "hand"), "utf8")).toBe("hand\n");
  expect(readFileSync(join(project, "f"), "utf8")).toBe("hand\n");
}

describe.each(IDLE)("after a turn has ended, a %s", (moment) => {
  test("does not make what was changed before it the turn's", () =>
    withSnapshots(async (place) => {
      await endedTurn(place);
      workByHand(place);
      await place.at(moment, 1);
      await expectKept(place);
    }));

  test("does not make what is changed after it the turn's", () =>
    withSnapshots(async (place) => {
      await endedTurn(place);
      await place.at(moment, 1);
      workByHand(place);
      await expectKept(place);
    }));
});

test.each(["save", "pre_compact"] as const)("a turn goes on after a %s in its middle", (moment) =>
  withSnapshots(async ({ project, at, put, restore }) => {
    await at("session_start", 0);
    await at("prompt", 1);
    put("before", "agent\n");
    await at(moment, 1);
    put("after", "agent\n");
    const { conflicts } = await restore("1");
    expect(conflicts).toEqual([]);
    expect(existsSync(join(project, "before"))).toBe(false);
    expect(existsSync(join(project, "after"))).toBe(false);
  }),
);

test("a turn that goes on after its end, as for a notification, has what it changes", () =>
  withSnapshots(async (place) => {
    const { project, at, put, restore } = place;
    await endedTurn(place);
    await at("save", 1);
    put("later", "agent\n");
    await at("during_turn", 1);
    put("last", "agent\n");
    await at("turn_end", 1);
    expect((await restore("1")).conflicts).toEqual([]);
    expect(existsSync(join(project, "later"))).toBe(false);
    expect(existsSync(join(project, "last"))).toBe(false);
  }));

test("a save by a person after the end of a session begins no turn", () =>
  withSnapshots(async (place) => {
    const { ctx, clock, put } = place;
    clock.now = Date.now() - 10_000;
    put("f", "1\n");
    put("y", "1\n");
    const session = new AgentSession(ctx, clock, DEAD);
    await session.start();
    await session.prompt("Write to y.");
    await runSnapshotRequests(ctx);
    put("y", "agent\n");
    await session.stop();
    await session.end();
    await runSnapshotRequests(ctx);
    const { id } = await session.row();
    expect(await save.call(ctx, { name: "n1" })).toMatchObject({ session: id });
    workByHand(place);
    const shown = await changes.call(ctx, {});
    expect(shown.turns.map(({ files }) => files.map(({ path }) => path))).toEqual([["y"]]);
    await expectKept(place);
  }));

test("a save waits for the end of the turn that is still to be captured", () =>
  withSnapshots(async (place) => {
    const { ctx, clock, put } = place;
    put("f", "1\n");
    put("y", "1\n");
    const session = new AgentSession(ctx, clock, { pid: process.pid });
    await session.start();
    await session.prompt("Write to y.");
    await runSnapshotRequests(ctx);
    put("y", "agent\n");
    await session.stop();
    await save.call(ctx, {});
    workByHand(place);
    await expectKept(place);
  }));
