import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { runSnapshotRequests } from "../../src/snapshots/run-requests.ts";
import { queueSnapshot } from "../../src/snapshots/snapshot-queue.ts";
import { AgentSession } from "../support/agent-session.ts";
import { type SnapshotPlace, withSnapshots } from "../support/snapshot-place.ts";

/** More than the steps in which a file system counts. */
const TICK_MS = 20;

/** A turn whose agent works before the files of its prompt are captured. `before` happens between the turns. */
async function workAtOnce(place: SnapshotPlace, { before = () => {} }: { before?: () => void } = {}) {
  place.put("kept.js", "1\n");
  place.put("gone.js", "1\n");
  await place.at("session_start", 0);
  before();
  await sleep(TICK_MS);
  const rest = { agent: "claude-code", checkpoint: null, name: null, gitHead: null, gitBranch: null };
  const request = { moment: "prompt", turn: 1, session: "ses_one", worktree: place.project } as const;
  queueSnapshot(place.ctx, { ...request, ...rest, at: place.ctx.clock() });
  await sleep(TICK_MS);
  place.put("kept.js", "2\n");
  place.put("gone.js", null);
  place.put("made.js", "1\n");
  await runSnapshotRequests(place.ctx);
  await place.at("turn_end", 1);
}

test("what an agent changed before the files of its prompt were captured comes back with its turn", () =>
  withSnapshots(async (place) => {
    await workAtOnce(place);
    const { failed } = await place.restore("1");
    expect(failed).toEqual([]);
    const read = (name: string) => readFileSync(join(place.project, name), "utf8");
    expect([read("kept.js"), read("gone.js"), existsSync(join(place.project, "made.js"))]).toEqual([
      "1\n",
      "1\n",
      false,
    ]);
  }));

test("what a person changed just before that prompt is not taken back, and what the agent did is", () =>
  withSnapshots(async (place) => {
    await workAtOnce(place, { before: () => place.put("dir/mine.js", "a person's\n") });
    const { conflicts, counts, note } = await place.restore("1");
    expect(conflicts).toEqual([]);
    expect(counts).toMatchObject({ changed: 1, created: 1, deleted: 1 });
    expect(note).toContain("The agent was already at work when the files of this prompt were captured");
    expect(readFileSync(join(place.project, "dir/mine.js"), "utf8")).toBe("a person's\n");
    await place.undo();
    expect(existsSync(join(place.project, "gone.js"))).toBe(false);
  }));

test("a directory that the agent renamed before the files of its prompt were captured is the turn's", () =>
  withSnapshots(async (place) => {
    const { ctx, clock, project, put, at, restore } = place;
    clock.now = Date.now();
    for (const name of ["src/a.js", "src/b.js"]) put(name, `${name}\n`);
    await at("session_start", 0);
    put("dir/mine.js", "a person's\n");
    await sleep(TICK_MS);
    const rest = { agent: "claude-code", checkpoint: null, name: null, gitHead: null, gitBranch: null };
    const request = { moment: "prompt", turn: 1, session: "ses_one", worktree: project } as const;
    queueSnapshot(ctx, { ...request, ...rest, at: clock.now });
    await sleep(TICK_MS);
    renameSync(join(project, "src"), join(project, "lib"));
    await runSnapshotRequests(ctx);
    await at("turn_end", 1);
    expect(await restore("1")).toMatchObject({ conflicts: [], counts: { created: 2, deleted: 2 } });
    const isThere = ["src/a.js", "lib", "dir/mine.js"].map((name) => existsSync(join(project, name)));
    expect(isThere).toEqual([true, false, true]);
  }));

test.each([
  ["has died", 4_194_305, "a person's\n"],
  ["is at work", process.ppid, "1\n"],
])("what was changed before that prompt is another session's only if its agent %s", (_, pid, expected) =>
  withSnapshots(async (place) => {
    const { ctx, clock, project, put, restore } = place;
    clock.now = Date.now() - 600_000;
    put("dir/mine.js", "1\n");
    const session = new AgentSession(ctx, clock, { pid: process.pid });
    await session.start();
    const other = new AgentSession(ctx, clock, { pid });
    await other.start();
    await other.prompt("Look around.");
    await runSnapshotRequests(ctx);
    clock.now = Date.now();
    put("dir/mine.js", "a person's\n");
    await sleep(TICK_MS);
    await session.prompt("Go on.");
    await sleep(TICK_MS);
    put("agent.js", "1\n");
    await runSnapshotRequests(ctx);
    const { id } = await other.row();
    await restore("1", { session: id });
    expect(readFileSync(join(project, "dir/mine.js"), "utf8")).toBe(expected);
  }),
);

test("what a person changed before a prompt is theirs if the agent changed nothing yet", () =>
  withSnapshots(async (place) => {
    await place.at("session_start", 0);
    place.put("mine.js", "a person's\n");
    await sleep(TICK_MS);
    await place.at("prompt", 1);
    place.put("made.js", "1\n");
    await place.at("turn_end", 1);
    await place.restore("1");
    expect(existsSync(join(place.project, "mine.js"))).toBe(true);
    expect(existsSync(join(place.project, "made.js"))).toBe(false);
  }));

test("what a person changed after the end of a turn, before its files were captured, is not taken back", () =>
  withSnapshots(async (place) => {
    const { put, project, ctx } = place;
    for (const name of ["agent.js", "gone.js", "mine.js"]) put(name, "1\n");
    await place.at("prompt", 1);
    put("agent.js", "2\n");
    put("gone.js", null);
    put("made.js", "made\n");
    const rest = { agent: "claude-code", checkpoint: null, name: null, gitHead: null, gitBranch: null };
    const request = { moment: "turn_end", turn: 1, session: "ses_one", worktree: project } as const;
    queueSnapshot(ctx, { ...request, ...rest, at: ctx.clock() });
    await sleep(1_000 + TICK_MS);
    put("mine.js", "a person's\n");
    put("new.js", "a person's\n");
    const plan = await place.restore("1");
    const read = (name: string) => readFileSync(join(project, name), "utf8");
    expect([read("agent.js"), read("gone.js"), existsSync(join(project, "made.js"))]).toEqual([
      "1\n",
      "1\n",
      false,
    ]);
    expect([read("mine.js"), read("new.js")]).toEqual(["a person's\n", "a person's\n"]);
    expect(plan.conflicts.map(({ path }) => path)).toEqual(["mine.js", "new.js"]);
  }));

test("a directory that a person moved in after the end of a turn is not taken back, one of the turn is", () =>
  withSnapshots(async ({ at, ctx, project, put, restore, root }) => {
    put("src/old.js", "1\n");
    await at("prompt", 1);
    put("made/by/agent.js", "1\n");
    put("src/new.js", "1\n");
    mkdirSync(join(root, "downloads"));
    writeFileSync(join(root, "downloads/notes"), "mine\n");
    const rest = { agent: "claude-code", checkpoint: null, name: null, gitHead: null, gitBranch: null };
    const request = { moment: "turn_end", turn: 1, session: "ses_one", worktree: project } as const;
    queueSnapshot(ctx, { ...request, ...rest, at: ctx.clock() });
    await sleep(1_000 + TICK_MS);
    renameSync(join(root, "downloads"), join(project, "assets"));
    put("src/mine.js", "mine\n");
    await restore("1");
    const isThere = (name: string) => existsSync(join(project, name));
    expect(["made/by/agent.js", "src/new.js"].map(isThere)).toEqual([false, false]);
    expect(["assets/notes", "src/mine.js", "src/old.js"].map(isThere)).toEqual([true, true, true]);
  }));

test.each([
  ["the first turn", false],
  ["a turn after another one", true],
])("all of a turn may be captured after a person changed files again: %s", (_, isSecond) =>
  withSnapshots(async (place) => {
    const { put, project, ctx } = place;
    for (const name of ["agent.js", "gone.js", "mine.js"]) put(name, `${name}\n`);
    await place.at("session_start", 0);
    if (isSecond) await place.at("turn_end", 1);
    const turn = isSecond ? 2 : 1;
    const rest = { agent: "claude-code", checkpoint: null, name: null, gitHead: null, gitBranch: null };
    const request = { turn, session: "ses_one", worktree: project };
    const queue = (moment: "session_start" | "prompt" | "during_turn" | "turn_end") =>
      queueSnapshot(ctx, { ...request, moment, ...rest, at: ctx.clock() });
    queue("session_start");
    await sleep(TICK_MS);
    queue("prompt");
    await sleep(1_000 + TICK_MS);
    put("agent.js", "2\n");
    put("gone.js", null);
    put("made.js", "made\n");
    queue("during_turn");
    queue("turn_end");
    await sleep(1_000 + TICK_MS);
    put("mine.js", "a person's\n");
    put("new.js", "a person's\n");
    const { conflicts } = await place.restore(String(turn));
    const read = (name: string) => readFileSync(join(project, name), "utf8");
    expect([read("agent.js"), read("gone.js")]).toEqual(["agent.js\n", "gone.js\n"]);
    expect(existsSync(join(project, "made.js"))).toBe(false);
    expect([read("mine.js"), read("new.js")]).toEqual(["a person's\n", "a person's\n"]);
    expect(conflicts.map(({ path }) => path)).toEqual(["mine.js", "new.js"]);
  }),
);

/** A turn ends, a person works, and the same turn goes on `after` this time. */
async function goOn(place: SnapshotPlace, { after, resumes }: { after: number; resumes: boolean }) {
  const { ctx, clock, put, at, project } = place;
  const rest = { agent: "claude-code", checkpoint: null, name: null, gitHead: null, gitBranch: null };
  const request = { moment: "during_turn", turn: 1, session: "ses_one", worktree: project, ...rest } as const;
  put("agent.js", "1\n");
  await at("prompt", 1);
  put("agent.js", "2\n");
  await at("turn_end", 1);
  put("mine.js", "a person's\n");
  clock.now += after;
  await sleep(TICK_MS);
  if (resumes) queueSnapshot(ctx, { ...request, at: ctx.clock(), resumes });
  await runSnapshotRequests(ctx);
  put("agent.js", "3\n");
  await at("during_turn", 1);
  await at("turn_end", 1);
}

test("what a person changed after a turn is not taken back if the client lets the turn go on", () =>
  withSnapshots(async (place) => {
    await goOn(place, { after: 0, resumes: true });
    expect(await place.restore("1")).toMatchObject({ counts: { changed: 1, deleted: 0 } });
    expect(readFileSync(join(place.project, "agent.js"), "utf8")).toBe("1\n");
    expect(existsSync(join(place.project, "mine.js"))).toBe(true);
  }));

test("what changed long after the end of a turn that goes on is not taken back unasked", () =>
  withSnapshots(async (place) => {
    await goOn(place, { after: 600_000, resumes: false });
    const { conflicts } = await place.restore("1");
    expect(conflicts.map(({ path }) => path)).toEqual(["agent.js", "mine.js"]);
  }));

test("a turn that goes on a moment after its end, since a hook kept its agent from stopping, is one turn", () =>
  withSnapshots(async (place) => {
    await goOn(place, { after: 5_000, resumes: false });
    expect(await place.restore("1")).toMatchObject({ conflicts: [], counts: { changed: 1, deleted: 1 } });
  }));

test("what happens while a subagent works on after the end of the turn is not taken back unasked", () =>
  withSnapshots(async (place) => {
    const { ctx, put, at, project } = place;
    const rest = { agent: "claude-code", checkpoint: null, name: null, gitHead: null, gitBranch: null };
    const request = {
      moment: "during_turn",
      turn: 1,
      session: "ses_one",
      worktree: project,
      ...rest,
    } as const;
    put("agent.js", "1\n");
    await at("prompt", 1);
    put("agent.js", "2\n");
    await at("turn_end", 1);
    put("found.md", "by the subagent\n");
    queueSnapshot(ctx, { ...request, at: ctx.clock(), bySubagent: true });
    await runSnapshotRequests(ctx);
    put("mine.js", "a person's\n");
    await at("save", 1);
    const { conflicts, counts } = await place.restore("1");
    expect(conflicts).toMatchObject([
      { path: "found.md", reason: "it is unclear which session changed it" },
      { path: "mine.js", reason: "changed outside of a turn" },
    ]);
    expect(counts).toMatchObject({ changed: 1, deleted: 0 });
  }));

test.each([
  ["alone", false, false],
  ["beside another one", true, false],
  ["after another one", true, true],
])("a first capture that comes late is unclear only beside another session: %s", (_, hasOther, isOver) =>
  withSnapshots(async ({ ctx, clock, project, put, at, restore }) => {
    const session = new AgentSession(ctx, clock);
    const other = new AgentSession(ctx, clock);
    if (hasOther) await other.start();
    if (isOver) await other.end();
    const isBeside = hasOther && !isOver;
    put("a.js", "1\n");
    put("b.js", "b\n");
    await session.start();
    await runSnapshotRequests(ctx);
    await sleep(TICK_MS);
    await session.prompt("Go on.");
    await sleep(TICK_MS);
    put("a.js", "2\n");
    renameSync(join(project, "b.js"), join(project, "c.js"));
    clock.now += 10_000;
    await runSnapshotRequests(ctx);
    const { id } = await session.row();
    await at("turn_end", 1, id);
    const { conflicts } = await restore("1", { session: id });
    expect(conflicts.map(({ path }) => path)).toEqual(isBeside ? ["a.js", "b.js", "c.js"] : []);
    expect(readFileSync(join(project, "a.js"), "utf8")).toBe(isBeside ? "2\n" : "1\n");
  }),
);

test("a late first capture does not give the turn what a person wrote before it and the agent only touched", () =>
  withSnapshots(async ({ ctx, clock, project, put, at, restore }) => {
    const session = new AgentSession(ctx, clock);
    put("a.js", "1\n");
    await session.start();
    await runSnapshotRequests(ctx);
    put("mine.js", "a person's\n");
    await sleep(TICK_MS);
    await session.prompt("Go on.");
    await sleep(TICK_MS);
    chmodSync(join(project, "mine.js"), 0o755);
    clock.now += 10_000;
    await runSnapshotRequests(ctx);
    const { id } = await session.row();
    await at("turn_end", 1, id);
    const { conflicts } = await restore("1", { session: id });
    expect(conflicts.map(({ path }) => path)).toEqual(["mine.js"]);
    expect(readFileSync(join(project, "mine.js"), "utf8")).toBe("a person's\n");
  }));
