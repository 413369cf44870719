import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { requestFor, restore as restoreOperation } from "../../src/restore/operations/restore.ts";
import { runSnapshotRequests } from "../../src/snapshots/run-requests.ts";
import { queueSnapshot } from "../../src/snapshots/snapshot-queue.ts";
import { sampleSession } from "../../src/testing/sample-records.ts";
import { AgentSession } from "../support/agent-session.ts";
import { Crash, crashing } from "../support/crashing-context.ts";
import { type SnapshotPlace, withSnapshots } from "../support/snapshot-place.ts";

const BY_RESTORE = ["a", "junk"].map((path) => ({ path, reason: "restored since (session ses_one)" }));

interface TwoTurns extends SnapshotPlace {
  restoreOne(more?: object): ReturnType<SnapshotPlace["restore"]>;
  restoreTwo(more?: object): ReturnType<SnapshotPlace["restore"]>;
  /** Which files are as they were before all turns. */
  unchanged(): string[];
}

/** A turn of one session that changes `a` and creates `junk`, and then one of another session that changes `b`. */
const withTwoTurns = (work: (place: TwoTurns) => Promise<void>) =>
  withSnapshots(async (place) => {
    const { project, put, at, restore } = place;
    for (const name of ["a", "b"]) put(name, `${name}\n`);
    await turn(place, "ses_one", 1, { a: "mess\n", junk: "junk\n" });
    await turn(place, "ses_two", 1, { b: "edited\n" });
    await at("session_start", 2, "ses_two");
    await work({
      ...place,
      restoreOne: (more = {}) => restore("1", { session: "ses_one", ...more }),
      restoreTwo: (more = {}) => restore("1", { session: "ses_two", ...more }),
      unchanged: () => [
        ...["a", "b"].filter((name) => readFileSync(join(project, name), "utf8") === `${name}\n`),
        ...(existsSync(join(project, "junk")) ? [] : ["junk"]),
      ],
    });
  });

async function turn(
  { put, at }: SnapshotPlace,
  session: string,
  number: number,
  files: Record<string, string>,
): Promise<void> {
  await at("prompt", number, session);
  for (const [name, content] of Object.entries(files)) put(name, content);
  await at("turn_end", number, session);
}

test("a restore keeps what the restore of another session's turn did, and restores it on demand", () =>
  withTwoTurns(async ({ restoreOne, restoreTwo, undo, unchanged }) => {
    await restoreOne();
    expect(unchanged()).toEqual(["a", "junk"]);
    const { files, conflicts } = await restoreTwo();
    expect(files).toMatchObject([{ path: "b", change: "changed" }]);
    expect(conflicts).toMatchObject(BY_RESTORE);
    expect(unchanged()).toEqual(["a", "b", "junk"]);
    expect(await restoreTwo({ overwrite: true })).toMatchObject({ counts: { changed: 1, created: 1 } });
    expect(unchanged()).toEqual(["b"]);
    await undo();
    await undo();
    expect(unchanged()).toEqual(["a", "junk"]);
  }));

test("a restore keeps what a restore of a saved moment did to another session's files", () =>
  withSnapshots(async (place) => {
    const { project, ctx, put, restore } = place;
    for (const name of ["a", "b"]) put(name, `${name}\n`);
    const saved = { moment: "save", session: "ses_one", turn: 0, byPerson: true } as const;
    queueSnapshot(ctx, { ...requestFor(ctx, await ctx.workspace.locate(project)), ...saved });
    await runSnapshotRequests(ctx);
    const here = { projectRoot: project, worktree: project };
    const before = (await ctx.snapshots.read(here, (store) => store.list()))?.at(-1);
    await turn(place, "ses_one", 1, { a: "mess\n", junk: "junk\n" });
    await turn(place, "ses_two", 1, { b: "edited\n" });
    await restore(before?.id ?? "");
    await turn(place, "ses_two", 2, { b: "edited again\n" });
    const { files, conflicts } = await restore("1", { session: "ses_two" });
    expect(files).toMatchObject([{ path: "b", change: "changed" }]);
    expect(conflicts).toMatchObject(BY_RESTORE);
    expect(readFileSync(join(project, "a"), "utf8")).toBe("a\n");
    expect(existsSync(join(project, "junk"))).toBe(false);
  }));

test("a restore keeps what an undo of another session's restore brought back", () =>
  withTwoTurns(async (place) => {
    const { restoreOne, restoreTwo, undo, unchanged } = place;
    await restoreOne();
    await turn(place, "ses_two", 2, { b: "edited again\n" });
    await undo();
    const { files, conflicts } = await place.restore("2", { session: "ses_two" });
    expect(files.map(({ path }) => path)).toEqual(["b"]);
    expect(conflicts).toMatchObject(BY_RESTORE);
    expect(await restoreTwo()).toMatchObject({ conflicts: [], counts: { changed: 1 } });
    // For its own session, an undo is no change of somebody else.
    expect(await restoreOne()).toMatchObject({ conflicts: [], counts: { changed: 1, deleted: 1 } });
    expect(unchanged()).toEqual(["a", "b", "junk"]);
  }));

test("what a restore did is taken back by one without a session, or of a session that continues", () =>
  withTwoTurns(async ({ ctx, project, restore, restoreOne, restoreTwo, unchanged, undo }) => {
    const place = { projectRoot: project, worktree: project };
    await restoreOne();
    const safety = (await ctx.snapshots.read(place, (store) => store.list()))?.find(
      ({ moment }) => moment === "before_restore",
    );
    expect(await restore(safety?.id ?? "")).toMatchObject({
      conflicts: [],
      counts: { changed: 1, created: 1 },
    });
    await undo();
    expect(unchanged()).toEqual(["a", "junk"]);
    await ctx.store.replaceSession(sampleSession({ id: "ses_two", nativeId: "two", worktree: project }));
    const one = sampleSession({ id: "ses_one", nativeId: "one", worktree: project });
    await ctx.store.replaceSession({ ...one, parentId: "ses_two", parentReason: "handoff" });
    expect(await restoreTwo()).toMatchObject({ conflicts: [], counts: { changed: 2, created: 1 } });
  }));

test("a restore of a session that others continued counts for these, too", () =>
  withTwoTurns(async ({ ctx, project, restoreOne, restoreTwo }) => {
    await ctx.store.replaceSession(sampleSession({ id: "ses_one", nativeId: "one", worktree: project }));
    const two = sampleSession({ id: "ses_two", nativeId: "two", worktree: project });
    await ctx.store.replaceSession({ ...two, parentId: "ses_one", parentReason: "handoff" });
    expect(await restoreOne()).toMatchObject({ conflicts: [], counts: { changed: 2, deleted: 1 } });
    // Forward again, to the moment between both turns.
    expect(await restoreTwo()).toMatchObject({ conflicts: [], counts: { changed: 1, created: 1 } });
  }));

test("a restore that was killed is known to be of its session, too", () =>
  withTwoTurns(async ({ ctx, at, restoreTwo, unchanged }) => {
    const dying = restoreOperation.call(crashing(ctx, 4), { target: "1", session: "ses_one", yes: true });
    await expect(dying).rejects.toThrow(Crash);
    await at("session_start", 2, "ses_two");
    expect(unchanged()).toEqual(["a", "junk"]);
    expect((await restoreTwo()).conflicts).toMatchObject(BY_RESTORE);
  }));

test("a restore keeps what the own rewind of another session took back", () =>
  withSnapshots(async ({ ctx, clock, put, restore }) => {
    for (const name of ["a", "b"]) put(name, "0\n");
    const one = new AgentSession(ctx, clock, { pid: process.pid });
    const two = new AgentSession(ctx, clock, { pid: process.pid });
    let steps = 0;
    const work = async (session: AgentSession, name: string | undefined) => {
      await session.prompt(`Please do step ${++steps} of the migration.`);
      await runSnapshotRequests(ctx);
      if (name !== undefined) put(name, "1\n");
      await session.use("Bash", { command: "node generate.mjs" });
      await session.stop();
      await runSnapshotRequests(ctx);
    };
    for (const session of [one, two]) await session.start();
    await work(one, "a");
    await work(two, "b");
    put("a", "0\n");
    await work(one, undefined);
    const { conflicts, files } = await restore("1", { session: (await two.row()).nativeId });
    expect(files.map(({ path }) => path)).toEqual(["b"]);
    expect(conflicts).toMatchObject([
      { path: "a", reason: expect.stringMatching(/^restored since \(session /) },
    ]);
  }));
