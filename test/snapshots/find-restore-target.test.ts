import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { changes } from "../../src/snapshots/operations/changes.ts";
import { runSnapshotRequests } from "../../src/snapshots/run-requests.ts";
import { AgentSession } from "../support/agent-session.ts";
import { type SnapshotPlace, withSnapshots } from "../support/snapshot-place.ts";

/** A session of two turns whose files were captured. */
async function twoTurns({ ctx, clock, put, at }: SnapshotPlace): Promise<string> {
  const session = new AgentSession(ctx, clock);
  await session.prompt("Write it.");
  await session.stop();
  await session.prompt("Change it.");
  await session.stop();
  const { id } = await session.row();
  for (const turn of [1, 2]) {
    await at("prompt", turn, id);
    put("a.txt", `${turn}\n`);
    await at("turn_end", turn, id);
  }
  return id;
}

describe("a turn that does not exist", () => {
  test.each([
    ["0", "there is no turn 0"],
    ["3", "has 2 turns; there is no turn 3"],
  ])("is refused by restore: %s", (turn, message) =>
    withSnapshots(async (place) => {
      await twoTurns(place);
      await expect(place.restore(turn)).rejects.toThrow(message);
      expect(await place.restore("2")).toMatchObject({ applied: true, target: "before turn 2" });
    }),
  );

  test("is not one whose files are only not covered: the session may be gone from the store", () =>
    withSnapshots(async (place) => {
      place.put("a.txt", "before\n");
      await place.at("prompt", 1, "ses_forgotten");
      place.put("a.txt", "after\n");
      await place.at("turn_end", 1, "ses_forgotten");
      expect(await place.restore("1")).toMatchObject({ counts: { changed: 1 } });
    }));
});

test("turns that are newer than the record of their session, which came from a backup, can be restored", () =>
  withSnapshots(async (place) => {
    const { ctx, project, restore } = place;
    const id = await twoTurns(place);
    const record = await ctx.store.getSession(id);
    if (record) await ctx.store.replaceSession({ ...record, promptCount: 1 });
    const { turns } = await changes.call(ctx, { of: "2" });
    expect(turns).toMatchObject([{ turn: 2 }]);
    expect(await restore("2")).toMatchObject({ counts: { changed: 1 } });
    expect(readFileSync(join(project, "a.txt"), "utf8")).toBe("1\n");
    await expect(restore("3")).rejects.toThrow("has 2 turns; there is no turn 3");
  }));

test("a session that nobody knows is an error, not one without changes", () =>
  withSnapshots(async (place) => {
    const id = await twoTurns(place);
    await expect(changes.call(place.ctx, { session: "nobody-knows" })).rejects.toThrow("No session nobody");
    expect((await changes.call(place.ctx, { session: id })).turns).toHaveLength(2);
  }));

test("a turn that changed nothing ends before what a person does until the next prompt", () =>
  withSnapshots(async ({ at, put, restore }) => {
    put("a.txt", "first\n");
    await at("prompt", 1);
    await at("turn_end", 1);
    put("a.txt", "by the person\n");
    await at("prompt", 2);
    put("a.txt", "by the agent\n");
    await at("turn_end", 2);
    const kept = { ok: false, error: "conflict", counts: { changed: 0, conflicts: 1 } };
    expect(await restore("1")).toMatchObject(kept);
    expect(await restore("1", { yes: false })).toMatchObject({ ...kept, applied: false });
    expect(await restore("1", { overwrite: true })).toMatchObject({ ok: true, error: null });
  }));

/** What captures the edit of a person between two turns. */
const captures: Record<string, (place: SnapshotPlace) => Promise<unknown>> = {
  "a save": ({ at }) => at("save", 1, "ses_other"),
  "a restore": ({ restore }) => restore("1", { paths: ["a.txt"] }),
  "the prompt of another session": async ({ at }) => {
    await at("prompt", 1, "ses_other");
    await at("turn_end", 1, "ses_other");
  },
};

test.each(Object.keys(captures).flatMap((name) => [true, false].map((isNew) => ({ name, isNew }))))(
  "a turn that changed nothing begins before an edit that $name captured, with new files at its prompt: $isNew",
  ({ name, isNew }) =>
    withSnapshots(async (place) => {
      const { ctx, clock, project, put, restore } = place;
      const session = new AgentSession(ctx, clock, { pid: process.pid });
      put("a.txt", "first\n");
      put("mine.txt", "first\n");
      await session.start();
      await runSnapshotRequests(ctx);
      if (isNew) put("new.txt", "new\n");
      await session.prompt("Look at it.");
      await runSnapshotRequests(ctx);
      await session.stop();
      await runSnapshotRequests(ctx);
      put("mine.txt", "by the person\n");
      clock.now += 1_000;
      await captures[name]?.(place);
      await session.prompt("Change it.");
      await runSnapshotRequests(ctx);
      put("a.txt", "by the agent\n");
      await session.stop();
      await runSnapshotRequests(ctx);
      const { id } = await session.row();
      const { conflicts, note } = await restore("1", { dryRun: true, session: id });
      expect({ conflicts, note }).toMatchObject({ conflicts: [{ path: "mine.txt" }], note: null });
      await restore("1", { overwrite: true, session: id });
      const read = (path: string) => readFileSync(join(project, path), "utf8");
      expect([read("a.txt"), read("mine.txt")]).toEqual(["first\n", "first\n"]);
    }),
);

test.each([
  [0, null],
  [
    3_000,
    "These files were captured 3 seconds after the prompt: what was changed by then does not come back.",
  ],
])("first files that were captured %s ms after the prompt: the note is %j", (late, note) =>
  withSnapshots(async ({ ctx, clock, put, at, restore }) => {
    put("a.txt", "first\n");
    const session = new AgentSession(ctx, clock);
    await session.prompt("Clean up.");
    const { id } = await session.row();
    clock.now += late;
    await at("prompt", 1, id);
    put("b.txt", "second\n");
    await at("turn_end", 1, id);
    expect(await restore("1", { dryRun: true })).toMatchObject({ counts: { deleted: 1 }, note });
  }),
);

test("files that a prompt found being captured have the same note", () =>
  withSnapshots(async ({ ctx, clock, put, at, restore }) => {
    put("a.txt", "first\n");
    const session = new AgentSession(ctx, clock);
    await session.start();
    const started = clock.now;
    await runSnapshotRequests({ ...ctx, clock: () => (clock.now += 5_000) });
    clock.now = started + 6_000;
    await session.prompt("Clean up.");
    const { id } = await session.row();
    await runSnapshotRequests(ctx);
    put("a.txt", "second\n");
    await at("turn_end", 1, id);
    const { note } = await restore("1", { dryRun: true });
    expect(note).toMatch(/^These files were captured \d+ seconds after the prompt/);
  }));

test("a turn that began before the files of its prompt were captured says so, and no other one", () =>
  withSnapshots(async ({ ctx, clock, put, restore }) => {
    const session = new AgentSession(ctx, clock);
    await session.prompt("Write it.");
    await runSnapshotRequests(ctx);
    put("a.txt", "1\n");
    await session.stop();
    await runSnapshotRequests(ctx);
    put("a.txt", "mine\n");
    await session.prompt("Change it.");
    await setTimeout(50);
    put("a.txt", "2\n");
    await runSnapshotRequests(ctx);
    expect((await restore("2", { dryRun: true })).note).toMatch(/^The agent was already at work/);
    expect((await restore("1", { dryRun: true })).note).toBeNull();
  }));

test("a session is no moment: a restore says how to name one of its turns", () =>
  withSnapshots(async (place) => {
    const id = await twoTurns(place);
    const refused = await place.restore(id).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: "invalid_input" });
    expect(String(refused)).toContain(`${id} is a session, but a restore needs the moment to go back to.`);
    expect(refused).toMatchObject({ next: expect.stringMatching(/`holdfast restore <turn> --session \S+`/) });
  }));
