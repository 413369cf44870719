import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { OpenContext } from "../../src/app.ts";
import type { SnapshotStore } from "../../src/kernel/ports/snapshots.ts";
import { restore as restoreOperation } from "../../src/restore/operations/restore.ts";
import { undo as undoOperation } from "../../src/restore/operations/undo.ts";
import { changes } from "../../src/snapshots/operations/changes.ts";
import { Crash, crashing } from "../support/crashing-context.ts";
import { type SnapshotPlace, withSnapshots } from "../support/snapshot-place.ts";

const NAMES = ["a", "b", "c"];
const INTERRUPTED =
  "A restore was interrupted (before turn 1). The next snapshot completes it; `holdfast undo` completes it and takes it back.";
const UNDO_INTERRUPTED =
  "An undo was interrupted. The next snapshot completes it, and so does `holdfast undo`.";

test("no preview completes an interrupted restore; each says what completes it", () =>
  withSnapshots(async (place) => {
    const { ctx } = place;
    await oneTurn(place);
    await crash(restoreOperation.call(crashing(ctx, 4), { target: "1", yes: true }));
    // As a process leaves it that dies while it writes.
    const { id } = JSON.parse(readFileSync(findJournal(place), "utf8"));
    place.put(`.holdfast-${id}-1.tmp`, "mi");
    expect(contents(place)).toEqual(["mine\n", "agent\n", "agent\n"]);
    const plans = {
      "restore --dry-run": await place.restore("1", { dryRun: true }),
      restore: await restoreOperation.call(ctx, { target: "1" }),
      "a tool": await restoreOperation.call(byTool(ctx), { target: "1" }),
    };
    for (const [name, plan] of Object.entries(plans))
      expect(plan, name).toMatchObject({
        applied: false,
        counts: { changed: 2, deleted: 0, conflicts: 0 },
        note: INTERRUPTED,
      });
    const asked = await restoreOperation.call(byTool(ctx), { target: "1", yes: true });
    expect(asked.note).toMatch(/^Nothing was changed: agents may not .* A restore was interrupted/);
    for (const context of [ctx, byTool(ctx)])
      expect(await undoOperation.call(context, { dryRun: context === ctx })).toMatchObject({
        applied: false,
        target: "as before the last restore (before turn 1)",
        files: [{ path: "a" }],
        counts: { changed: 1, conflicts: 0 },
        note: INTERRUPTED,
      });
    expect((await changes.call(ctx, {})).unfinished).toBe(INTERRUPTED);
    expect(contents(place)).toEqual(["mine\n", "agent\n", "agent\n"]);
    await place.undo();
    expect(contents(place)).toEqual(["agent\n", "agent\n", "agent\n"]);
  }));

test("no preview completes an interrupted undo", () =>
  withSnapshots(async (place) => {
    const { ctx } = place;
    await oneTurn(place);
    await place.restore("1", { paths: ["c"] });
    await place.restore("1");
    await crash(undoOperation.call(crashing(ctx, 6), {}));
    expect(contents(place)).toEqual(["agent\n", "mine\n", "mine\n"]);
    expect((await place.restore("1", { dryRun: true })).note).toBe(UNDO_INTERRUPTED);
    expect(await undoOperation.call(ctx, { dryRun: true })).toMatchObject({
      files: [{ path: "b" }],
      counts: { changed: 1, conflicts: 0 },
      note: UNDO_INTERRUPTED,
    });
    expect((await changes.call(ctx, {})).unfinished).toBe(UNDO_INTERRUPTED);
    expect(contents(place)).toEqual(["agent\n", "mine\n", "mine\n"]);
    await place.undo();
    expect(contents(place)).toEqual(["agent\n", "agent\n", "mine\n"]);
  }));

test("a restore says which one it completed first", () =>
  withSnapshots(async (place) => {
    const { ctx } = place;
    await oneTurn(place);
    await crash(restoreOperation.call(crashing(ctx, 4), { target: "1", yes: true }));
    expect(await place.restore("1")).toMatchObject({
      counts: { changed: 0 },
      note: "A restore that had been interrupted was completed first (before turn 1, 3 files). It can be taken back, too.",
    });
    expect(contents(place)).toEqual(["mine\n", "mine\n", "mine\n"]);
    await crash(undoOperation.call(crashing(ctx, 4), {}));
    expect(await place.restore("1")).toMatchObject({
      counts: { changed: 3 },
      note: "An undo that had been interrupted was completed first (3 files).",
    });
    expect((await place.restore("1")).note).toBeNull();
  }));

test("a restore that was only planned when it was interrupted needs nothing", () =>
  withSnapshots(async (place) => {
    const { ctx } = place;
    await oneTurn(place);
    await crash(restoreOperation.call(crashing(ctx, 0), { target: "1", yes: true }));
    const journal = findJournal(place);
    writeFileSync(journal, readFileSync(journal, "utf8").replace('"phase":"apply"', '"phase":"prepare"'));
    expect((await changes.call(ctx, {})).unfinished).toBeNull();
    expect((await place.restore("1", { dryRun: true })).note).toBeNull();
    expect(await place.restore("1")).toMatchObject({ counts: { changed: 3 }, note: null });
  }));

test.each([
  ["before the first file", "agent\n"],
  ["after the last file", "mine\n"],
] as const)("a disk that is full %s does not hide that a restore was begun", (when, left) =>
  withSnapshots(async (place) => {
    await oneTurn(place);
    const full = fullDisk(place.ctx, when);
    const said = (kind: string) => expect.stringMatching(`^The disk is full: .* ${kind} was interrupted`);
    const failed = restoreOperation.call(full, { target: "1", yes: true });
    await expect(failed).rejects.toMatchObject({ code: "disk_full", message: said("A restore") });
    expect(contents(place)).toEqual([left, left, left]);
    expect((await place.restore("1")).note).toContain("was completed first");
    expect(contents(place)).toEqual(["mine\n", "mine\n", "mine\n"]);
    await expect(undoOperation.call(full, {})).rejects.toMatchObject({ message: said("An undo") });
    await place.undo();
    expect(contents(place)).toEqual(["agent\n", "agent\n", "agent\n"]);
  }),
);

async function oneTurn({ at, put }: SnapshotPlace): Promise<void> {
  for (const name of NAMES) put(name, "mine\n");
  await at("prompt", 1);
  for (const name of NAMES) put(name, "agent\n");
  await at("turn_end", 1);
}

async function crash(work: Promise<unknown>): Promise<void> {
  await expect(work).rejects.toThrow(Crash);
}

function contents({ project }: SnapshotPlace): string[] {
  return NAMES.map((name) => readFileSync(join(project, name), "utf8"));
}

/** The disk of the state directory becomes full while files are restored. */
function fullDisk(ctx: OpenContext, when: "before the first file" | "after the last file"): OpenContext {
  const fail = () => Promise.reject(Object.assign(new Error("No space left."), { code: "ENOSPC" }));
  const fullIn = (store: SnapshotStore): Partial<SnapshotStore> =>
    when === "before the first file"
      ? { protect: fail }
      : { save: (snapshot) => (snapshot.moment === "restored" ? fail() : store.save(snapshot)) };
  const use: OpenContext["snapshots"]["use"] = (place, work) =>
    ctx.snapshots.use(place, (store) => work({ ...store, ...fullIn(store) }));
  return { ...ctx, snapshots: { ...ctx.snapshots, use } };
}

function byTool(ctx: OpenContext): OpenContext {
  return { ...ctx, caller: { ...ctx.caller, byTool: true } };
}

function findJournal({ root }: SnapshotPlace): string {
  const stores = join(root, "state/snapshots");
  const names = readdirSync(stores, { recursive: true, encoding: "utf8" });
  return join(stores, names.find((name) => name.endsWith("restore.json")) ?? "");
}
