import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { list } from "../../src/capture/operations/list.ts";
import { restore } from "../../src/restore/operations/restore.ts";
import { undo } from "../../src/restore/operations/undo.ts";
import { runSnapshotRequests } from "../../src/snapshots/run-requests.ts";
import { continueOperation } from "../../src/transfer/operations/continue.ts";
import { AgentSession } from "../support/agent-session.ts";
import { exported, imported, type Machine, withTwoMachines } from "./two-machines.ts";

const NATIVE = "6f1c2b1e-0000-4000-8000-000000000004";
const OTHER = "6f1c2b1e-0000-4000-8000-000000000005";
const NAMES = ["a.js", "new.js", "tower.js"];

/** A turn that changes files by a shell, so that only their snapshots know of it. */
async function turn(
  { ctx, place }: Machine,
  files: Record<string, string | null>,
  nativeSession = NATIVE,
): Promise<AgentSession> {
  place.clock.now += 60_000;
  const session = new AgentSession(ctx, place.clock, { nativeSession, cwd: place.project });
  await session.start((await ctx.store.findSession("claude-code", nativeSession)) ? "resume" : "startup");
  await session.prompt("Go on with the list.");
  await runSnapshotRequests(ctx);
  for (const [name, content] of Object.entries(files)) {
    const path = join(place.project, name);
    if (content === null) rmSync(path);
    else writeFileSync(path, content);
  }
  await session.use("Bash", { command: "node build.js" });
  await session.stop("Done.");
  await runSnapshotRequests(ctx);
  return session;
}

async function travel(from: Machine, to: Machine, name: string): Promise<string> {
  const output = join(from.place.root, name);
  const { file } = await exported(from, { plain: true, files: true, output });
  to.place.clock.now += 60_000;
  return (await imported(to, file, {})).files.at(-1)?.snapshot ?? "";
}

function read({ place }: Machine): (string | null)[] {
  const paths = NAMES.map((name) => join(place.project, name));
  return paths.map((path) => (existsSync(path) ? readFileSync(path, "utf8") : null));
}

async function offered({ ctx }: Machine): Promise<string | undefined> {
  return (await continueOperation.call(ctx, { id: NATIVE })).chosen?.files?.snapshot;
}

/** The laptop's files were restored on the tower, and the session went on there. */
async function workThere(laptop: Machine, tower: Machine): Promise<string> {
  await (await turn(laptop, { "a.js": "2\n", "new.js": "laptop\n" })).end();
  const target = await travel(laptop, tower, "there");
  await restore.call(tower.ctx, { target, yes: true });
  await (await turn(tower, { "a.js": "3\n", "new.js": null, "tower.js": "tower\n" })).end();
  return await travel(tower, laptop, "back");
}

test("files that were taken along and come back changed replace those that nobody touched since", () =>
  withTwoMachines(async (laptop, tower) => {
    const target = await workThere(laptop, tower);
    expect(await offered(laptop)).toBe(target);
    const done = await restore.call(laptop.ctx, { target, yes: true });
    expect(done).toMatchObject({ applied: true, conflicts: [] });
    expect(read(laptop)).toEqual(["3\n", null, "tower\n"]);
    expect(read(laptop)).toEqual(read(tower));
    expect(await offered(laptop)).toBeUndefined();
  }));

test("files that are here already are not offered", () =>
  withTwoMachines(async (laptop, tower) => {
    await (await turn(laptop, { "a.js": "2\n", "new.js": "laptop\n" })).end();
    const target = await travel(laptop, tower, "there");
    expect(await offered(tower)).toBe(target);
    writeFileSync(join(tower.place.project, "a.js"), "2\n");
    expect(await offered(tower)).toBe(target);
    writeFileSync(join(tower.place.project, "new.js"), "laptop\n");
    expect(await offered(tower)).toBeUndefined();
    writeFileSync(join(tower.place.project, "new.js"), "mine\n");
    expect(await offered(tower)).toBe(target);
  }));

test("the files of a session that only is followed here replace those of its earlier turns", () =>
  withTwoMachines(async (laptop, tower) => {
    await (await turn(laptop, { "a.js": "2\n", "new.js": "laptop\n" })).end();
    await restore.call(tower.ctx, { target: await travel(laptop, tower, "first"), yes: true });
    await (await turn(laptop, { "a.js": "3\n", "new.js": null, "tower.js": "2\n" })).end();
    const second = await travel(laptop, tower, "second");
    expect(await restore.call(tower.ctx, { target: second, yes: true })).toMatchObject({ conflicts: [] });
    expect(read(tower)).toEqual(["3\n", null, "2\n"]);
    expect(read(tower)).toEqual(read(laptop));
  }));

test("what was changed here between two restores of a followed session is kept, and so is what the first one kept", () =>
  withTwoMachines(async (laptop, tower) => {
    const write = (name: string, content: string) => writeFileSync(join(tower.place.project, name), content);
    write("new.js", "mine\n");
    await (await turn(laptop, { "a.js": "2\n", "new.js": "laptop\n", "tower.js": "1\n" })).end();
    const first = await travel(laptop, tower, "first");
    const { conflicts } = await restore.call(tower.ctx, { target: first, yes: true });
    expect(conflicts.map(({ path }) => path)).toEqual(["new.js"]);
    write("tower.js", "mine too\n");
    await (await turn(laptop, { "a.js": "3\n", "new.js": "laptop 2\n", "tower.js": "2\n" })).end();
    const second = await travel(laptop, tower, "second");
    const again = await restore.call(tower.ctx, { target: second, yes: true });
    expect(again.conflicts).toMatchObject([
      { path: "new.js", reason: "changed outside of a turn" },
      { path: "tower.js", reason: "changed outside of a turn" },
    ]);
    expect(read(tower)).toEqual(["3\n", "mine\n", "mine too\n"]);
  }));

test("--overwrite deletes nothing that the other machine did not have", () =>
  withTwoMachines(async (laptop, tower) => {
    writeFileSync(join(tower.place.project, "only-here.js"), "mine\n");
    writeFileSync(join(tower.place.project, "a.js"), "mine\n");
    await (await turn(laptop, { "a.js": "2\n" })).end();
    const target = await travel(laptop, tower, "first");
    const { untouched } = await restore.call(tower.ctx, { target, yes: true, overwrite: true });
    expect(untouched).toEqual([{ path: "only-here.js", reason: "the other machine did not have it" }]);
    expect(read(tower)[0]).toBe("2\n");
    expect(readFileSync(join(tower.place.project, "only-here.js"), "utf8")).toBe("mine\n");
  }));

test("what a person had here, and took back by undo, is kept when the followed session brings more", () =>
  withTwoMachines(async (laptop, tower) => {
    writeFileSync(join(tower.place.project, "a.js"), "mine\n");
    await (await turn(laptop, { "a.js": "2\n" })).end();
    const target = await travel(laptop, tower, "first");
    await restore.call(tower.ctx, { target, yes: true, overwrite: true });
    expect(read(tower)[0]).toBe("2\n");
    await undo.call(tower.ctx, {});
    await (await turn(laptop, { "a.js": "3\n" })).end();
    const second = await travel(laptop, tower, "second");
    const { conflicts } = await restore.call(tower.ctx, { target: second, yes: true });
    expect(conflicts.map(({ path }) => path)).toEqual(["a.js"]);
    expect(read(tower)[0]).toBe("mine\n");
  }));

test("what a person changed here while the session was away is kept when it comes back", () =>
  withTwoMachines(async (laptop, tower) => {
    const target = await workThere(laptop, tower);
    writeFileSync(join(laptop.place.project, "a.js"), "mine\n");
    const { conflicts } = await restore.call(laptop.ctx, { target, yes: true });
    expect(conflicts.map(({ path }) => path)).toEqual(["a.js"]);
    expect(read(laptop)).toEqual(["mine\n", null, "tower\n"]);
  }));

test("after a session came back, its turns of this machine are restored from here, those of the other one are refused", () =>
  withTwoMachines(async (laptop, tower) => {
    await (await turn(laptop, { "a.js": "2\n" })).end();
    await (await turn(laptop, {})).end();
    await (await turn(laptop, { "new.js": "laptop\n" })).end();
    tower.place.clock.now = laptop.place.clock.now;
    await restore.call(tower.ctx, { target: await travel(laptop, tower, "there"), yes: true });
    await (await turn(tower, { "tower.js": "tower\n" })).end();
    laptop.place.clock.now = tower.place.clock.now;
    await restore.call(laptop.ctx, { target: await travel(tower, laptop, "back"), yes: true });
    await (await turn(laptop, { "a.js": "5\n" })).end();
    const plan = async (machine: Machine, target: string) => await restore.call(machine.ctx, { target });
    const refused = "The files from before turn";
    expect(await plan(laptop, "2")).toMatchObject({ target: "before turn 2", counts: { deleted: 2 } });
    await expect(plan(laptop, "4")).rejects.toThrow(`${refused} 4 did not come along from tower`);
    await expect(plan(tower, "3")).rejects.toThrow(`${refused} 3 did not come along from laptop`);
    expect(await plan(tower, "4")).toMatchObject({ counts: { deleted: 1 } });
    await restore.call(laptop.ctx, { target: "1", yes: true });
    expect(read(laptop)).toEqual(["1\n", null, null]);
  }));

test("a checkpoint that was made on the other machine finds the files that came back with it", () =>
  withTwoMachines(async (laptop, tower) => {
    const target = await workThere(laptop, tower);
    const { checkpoints } = await list.call(laptop.ctx, {});
    const [there, here] = [checkpoints[0]?.id ?? "", checkpoints.at(-1)?.id ?? ""];
    expect(await restore.call(laptop.ctx, { target: there })).toMatchObject({
      snapshot: target,
      counts: { created: 1, changed: 1, deleted: 1 },
    });
    // One that was made here before they left means the files from here.
    expect((await restore.call(laptop.ctx, { target: here })).snapshot).not.toBe(target);
  }));

test("what any session changed here since the files left is kept when they come back", () =>
  withTwoMachines(async (laptop, tower) => {
    const target = await workThere(laptop, tower);
    await (await turn(laptop, { "other.js": "other\n" }, OTHER)).end();
    await (await turn(laptop, { "a.js": "other\n" }, `${OTHER.slice(0, -1)}6`)).end();
    // The session itself, too, may go on here before its files are restored.
    await (await turn(laptop, { "new.js": "own\n" })).end();
    const { conflicts } = await restore.call(laptop.ctx, { target, yes: true });
    expect(conflicts.map(({ path }) => path).toSorted()).toEqual(["a.js", "new.js", "other.js"]);
    expect(read(laptop)).toEqual(["other\n", "own\n", "tower\n"]);
    expect(readFileSync(join(laptop.place.project, "other.js"), "utf8")).toBe("other\n");
  }));

test("files that never were on the other machine are kept when the session comes back", () =>
  withTwoMachines(async (laptop, tower) => {
    await (await turn(laptop, { "a.js": "2\n", "new.js": "laptop\n" })).end();
    await travel(laptop, tower, "there");
    await (await turn(tower, { "tower.js": "tower\n" })).end();
    const target = await travel(tower, laptop, "back");
    const { conflicts } = await restore.call(laptop.ctx, { target, yes: true });
    expect(conflicts.map(({ path }) => path).toSorted()).toEqual(["a.js", "new.js"]);
    expect(read(laptop)).toEqual(["2\n", "laptop\n", "tower\n"]);
  }));

test("an agent whose files came after its conversation reads no notice that its work is gone", () =>
  withTwoMachines(async (laptop, tower) => {
    await (await turn(laptop, { "a.js": "2\n" })).end();
    const target = await travel(laptop, tower, "there");
    await restore.call(tower.ctx, { target, yes: true });
    const session = new AgentSession(tower.ctx, tower.place.clock, {
      nativeSession: NATIVE,
      cwd: tower.place.project,
    });
    const start = await session.start("resume");
    const context = `${start.context} ${(await session.prompt("Where were we?")).context}`;
    expect(context).toContain("brought in the files from laptop");
    expect(context).not.toMatch(/is gone|do not report/);
    // Going back to them after more work does take that work away.
    await (await turn(tower, { "a.js": "3\n" })).end();
    tower.place.clock.now += 60_000;
    await restore.call(tower.ctx, { target, yes: true, overwrite: true });
    const again = await session.start("resume");
    expect(`${again.context} ${(await session.prompt("And now?")).context}`).toContain("is gone");
  }));
