import { expect, test } from "vitest";
import { deleteOperation } from "../../src/checkpoints/operations/delete.ts";
import { prune } from "../../src/checkpoints/operations/prune.ts";
import { dismiss } from "../../src/recovery/operations/dismiss.ts";
import { findUnpushed } from "../../src/transfer/remote/find-unpushed.ts";
import { AgentSession } from "../support/agent-session.ts";
import { pulled, pushed, withRemote } from "./remote-machines.ts";
import { git, type Machine, NATIVE, work } from "./two-machines.ts";

const DAY_MS = 86_400_000;

test("a session whose checkpoints were all deleted leaves the remote with the next push, until undone", () =>
  withRemote(async (laptop, tower, remote) => {
    await work(laptop);
    await pushed(laptop);
    await pulled(tower);
    const ids = await deleteAll(laptop);
    expect(await pushed(laptop)).toMatchObject({ pushed: [], unchanged: 0, deleted: 1 });
    expect(sessionRefs(remote)).toEqual([]);
    expect(await pulled(tower)).toMatchObject({ sessions: [] });
    // Who pulled it before keeps it.
    expect((await tower.ctx.store.findSession("claude-code", NATIVE))?.promptCount).toBe(1);
    expect(await pushed(laptop)).toMatchObject({ pushed: [], deleted: 0 });
    const sessions = await laptop.ctx.store.listSessions({ limit: 5 });
    expect(await findUnpushed(laptop.ctx, laptop.place.project, sessions)).toEqual([]);
    for (const id of ids) await deleteOperation.call(laptop.ctx, { id, undo: true });
    expect(await pushed(laptop)).toMatchObject({ pushed: [{ agent: "claude-code" }], deleted: 0 });
    expect(sessionRefs(remote)).toHaveLength(1);
  }));

test("a deleted session leaves the remote also if the push comes after the trash was emptied", () =>
  withRemote(async (laptop, _tower, remote) => {
    await work(laptop);
    await pushed(laptop);
    await deleteAll(laptop);
    laptop.place.clock.now += 8 * DAY_MS;
    await prune.call(laptop.ctx, {});
    expect(await pushed(laptop)).toMatchObject({ deleted: 1 });
    expect(sessionRefs(remote)).toEqual([]);
  }));

test("an excluded session leaves the remote, and comes back when that is undone", () =>
  withRemote(async (laptop, _tower, remote) => {
    await work(laptop);
    await pushed(laptop);
    await dismiss.call(laptop.ctx, { earlier: NATIVE });
    expect(await pushed(laptop)).toMatchObject({ pushed: [], deleted: 1 });
    expect(sessionRefs(remote)).toEqual([]);
    await dismiss.call(laptop.ctx, { session: NATIVE, undo: true });
    expect((await pushed(laptop)).pushed).toHaveLength(1);
  }));

test("an expired session leaves the remote with the next push", () =>
  withRemote(async (laptop, _tower, remote) => {
    await work(laptop);
    await pushed(laptop);
    laptop.place.clock.now += 120 * DAY_MS;
    // The newest checkpoint of a worktree never expires.
    const newer = new AgentSession(laptop.ctx, laptop.place.clock, { cwd: laptop.place.project });
    await newer.start();
    await newer.prompt("Write the manual.");
    await newer.end();
    await prune.call(laptop.ctx, {});
    expect(await laptop.ctx.store.findSession("claude-code", NATIVE)).toBeUndefined();
    const before = sessionRefs(remote);
    expect(await pushed(laptop)).toMatchObject({ pushed: [{ agent: "claude-code" }], deleted: 1 });
    expect(sessionRefs(remote)).toHaveLength(1);
    expect(sessionRefs(remote)).not.toEqual(before);
  }));

test("who lost the database, or deleted a part of a session, loses nothing in the remote", () =>
  withRemote(async (laptop, _tower, remote) => {
    await work(laptop);
    await pushed(laptop);
    const ids = await deleteAll(laptop);
    await deleteOperation.call(laptop.ctx, { id: ids[0] ?? "", undo: true });
    // As after a loss: the rows are gone, and what is known of the remote is still there.
    await laptop.ctx.store.deleteCheckpoints(ids);
    await laptop.ctx.store.forgetSessions(Number.MAX_SAFE_INTEGER, 10);
    expect(await laptop.ctx.store.listSessions({ limit: 5 })).toEqual([]);
    expect(await pushed(laptop)).toMatchObject({ pushed: [], deleted: 0 });
    expect(sessionRefs(remote)).toHaveLength(1);
  }));

async function deleteAll({ ctx }: Machine): Promise<string[]> {
  const checkpoints = await ctx.store.listCheckpoints({ limit: 100, includeAbandoned: true });
  const ids = checkpoints.map(({ id }) => id);
  expect(ids.length).toBeGreaterThan(0);
  for (const id of ids) await deleteOperation.call(ctx, { id });
  return ids;
}

function sessionRefs(repository: string): string[] {
  const refs = git(repository, "for-each-ref", "--format=%(refname)", "refs/holdfast/sessions");
  return refs.split("\n").filter((ref) => ref !== "");
}
