import { expect, test } from "vitest";
import { runSnapshotRequests } from "../../src/snapshots/run-requests.ts";
import { AgentSession } from "../support/agent-session.ts";
import { runCommand } from "../support/run-cli.ts";
import { type SnapshotPlace, withSnapshots } from "../support/snapshot-place.ts";

const [FIRST, SECOND] = ["aaaaaaaa-0000-4000-8000-000000000001", "bbbbbbbb-0000-4000-8000-000000000002"];

async function startSession({ ctx, clock }: SnapshotPlace, nativeSession: string): Promise<AgentSession> {
  clock.now += 60_000;
  const session = new AgentSession(ctx, clock, { nativeSession, pid: process.pid });
  await session.start();
  await runSnapshotRequests(ctx);
  return session;
}

async function turn(place: SnapshotPlace, session: AgentSession, content?: string): Promise<void> {
  const { ctx, clock, put } = place;
  clock.now += 60_000;
  await session.prompt(`Go on at ${clock.now}.`);
  await runSnapshotRequests(ctx);
  if (content !== undefined) put("a.txt", content);
  await session.stop();
  await runSnapshotRequests(ctx);
}

/** The first session changed files in both of its turns, the second one in none. */
async function twoSessions(place: SnapshotPlace): Promise<AgentSession> {
  place.put("a.txt", "0\n");
  const first = await startSession(place, FIRST);
  await turn(place, first, "1\n");
  await turn(place, first, "2\n");
  const second = await startSession(place, SECOND);
  await turn(place, second);
  await turn(place, second);
  return second;
}

test("a turn number means the session that was prompted last, also if its turns changed nothing", () =>
  withSnapshots(async (place) => {
    await twoSessions(place);
    const note = "Another session changed files here last: `holdfast restore 2 --session aaaaaaaa`.";
    const target = "before turn 2 of session bbbbbbbb";
    expect(await place.restore("2")).toMatchObject({ files: [], conflicts: [], target, note });
    await expect(place.restore("3")).rejects.toMatchObject({
      message: expect.stringContaining("Session bbbbbbbb has 2 turns; there is no turn 3."),
      next: expect.not.stringContaining("--session"),
    });
    expect(await place.restore("2", { dryRun: true, session: "aaaaaaaa" })).toMatchObject({
      counts: { changed: 1 },
      target: "before turn 2 of session aaaaaaaa",
      note: null,
    });
    const { out } = await runCommand({ open: async () => place.ctx }, ["changes"]);
    expect(out).toContain("holdfast restore 2 --session aaaaaaaa ");
  }));

test("what the newest session changed before its agent was killed comes back, although no turn of it was captured", () =>
  withSnapshots(async (place) => {
    await twoSessions(place);
    place.put("a.txt", null);
    expect(await place.restore("2", { dryRun: true })).toMatchObject({ files: [], conflicts: [{}] });
    await place.restore("1", { overwrite: true });
    place.clock.now += 60_000;
    const third = await startSession(place, `cccc${FIRST.slice(4)}`);
    await third.prompt("Clean up.");
    await runSnapshotRequests(place.ctx);
    place.put("a.txt", null);
    expect(await place.restore("1", { dryRun: true })).toMatchObject({ counts: { created: 1 } });
  }));

test("a session that was only started is not the newest one, and a session alone is not named", () =>
  withSnapshots(async (place) => {
    place.put("a.txt", "0\n");
    const first = await startSession(place, FIRST);
    await turn(place, first, "1\n");
    expect(await place.restore("1", { dryRun: true })).toMatchObject({ target: "before turn 1" });
    place.put("b.txt", "a person's\n");
    await startSession(place, SECOND);
    expect(await place.restore("1", { dryRun: true })).toMatchObject({
      target: "before turn 1 of session aaaaaaaa",
      counts: { changed: 1 },
      note: null,
    });
  }));

test("a turn that only an earlier session has is named with it, although the newest one changed files last", () =>
  withSnapshots(async (place) => {
    place.put("a.txt", "0\n");
    const first = await startSession(place, FIRST);
    await turn(place, first, "1\n");
    await turn(place, first, "2\n");
    await turn(place, await startSession(place, SECOND), "3\n");
    await expect(place.restore("2")).rejects.toMatchObject({
      message: expect.stringContaining("Session bbbbbbbb has 1 turn; there is no turn 2."),
      next: expect.stringContaining(
        "Another session here has a turn 2: `holdfast restore 2 --session aaaaaaaa`.",
      ),
    });
  }));
