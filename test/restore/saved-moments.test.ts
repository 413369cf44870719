import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Context } from "../../src/kernel/context.ts";
import { save } from "../../src/place/operations/save.ts";
import { runSnapshotRequests } from "../../src/snapshots/run-requests.ts";
import { AgentSession } from "../support/agent-session.ts";
import { type SnapshotPlace, withSnapshots } from "../support/snapshot-place.ts";

/** A turn of a session, before which the clock goes on. */
async function turn({ ctx, clock }: SnapshotPlace, session: AgentSession, work: () => void): Promise<string> {
  clock.now += 10_000;
  await session.prompt("Go on.");
  await runSnapshotRequests(ctx);
  work();
  clock.now += 10_000;
  await session.stop();
  await runSnapshotRequests(ctx);
  return (await session.row()).id;
}

/** One session is open when the checkpoint is saved, and another one works afterwards. */
async function saveBetween(place: SnapshotPlace, caller: Partial<Context["caller"]>) {
  const { ctx, clock, put } = place;
  const open = new AgentSession(ctx, clock, { nativeSession: "open", pid: process.pid });
  put("a.txt", "first\n");
  put("mine.txt", "first\n");
  const id = await turn(place, open, () => put("a.txt", "open\n"));
  clock.now += 10_000;
  const saved = await save.call({ ...ctx, caller: { ...ctx.caller, ...caller } }, { name: "before" });
  expect(saved.session).toBe(id);
  put("mine.txt", "a person's\n");
  await turn(place, new AgentSession(ctx, clock, { nativeSession: "other" }), () => {
    put("a.txt", "other\n");
    put("b.txt", "other\n");
  });
}

test("what a person saved takes back what any session did since, and keeps what the person changed", () =>
  withSnapshots(async (place) => {
    const { project, restore, undo } = place;
    await saveBetween(place, {});
    // Its conversation would go back too.
    await expect(restore("before", { all: true })).rejects.toThrow("The transcript of session open");
    expect(await restore("before")).toMatchObject({
      counts: { changed: 1, deleted: 1 },
      conflicts: [{ path: "mine.txt", reason: "changed outside of a turn" }],
      note: expect.stringMatching(/^Taken back: what was done in session other since then\./),
    });
    expect(readFileSync(join(project, "a.txt"), "utf8")).toBe("open\n");
    expect(await undo()).toMatchObject({ counts: { changed: 1, created: 1 } });
  }));

const AGENT = { agent: "claude-code", nativeSession: "open" };

test.each([
  ["by its tool", { ...AGENT, byTool: true }],
  ["by a command", AGENT],
])("what an agent saved takes back only what its session did since: %s", (_, caller) =>
  withSnapshots(async (place) => {
    await saveBetween(place, caller);
    expect(await place.restore("before")).toMatchObject({
      error: "conflict",
      conflicts: [
        { path: "a.txt", reason: expect.stringContaining("changed by session other") },
        { path: "b.txt" },
        { path: "mine.txt" },
      ],
    });
  }),
);
