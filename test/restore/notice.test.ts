import { join } from "node:path";
import { expect, test } from "vitest";
import { restoreNotice } from "../../src/restore/notice/restore-notice.ts";
import { AgentSession } from "../support/agent-session.ts";
import { type SnapshotPlace, withSnapshots } from "../support/snapshot-place.ts";

/** One turn in which an agent rewrites a file, runs a command and commits. */
async function doTurn({ ctx, clock, put, git, project }: SnapshotPlace, session: AgentSession) {
  put("src/a.ts", "good\n");
  git("add", ".");
  git("commit", "-qm", "Start");
  await session.start();
  await session.prompt("Look around.");
  await session.stop();
  await session.prompt("Rewrite it.");
  await ctx.drain();
  put("src/a.ts", "bad\n");
  await session.use("Write", { file_path: join(project, "src/a.ts"), content: "bad\n" });
  await session.use("Bash", { command: "npm publish" });
  git("commit", "-qam", "Rewrite the parser");
  clock.now += 1_000;
  await session.stop("The rewrite is complete.");
  await ctx.drain();
}

test("a session learns with its next prompt that its files were restored, and what was not", () =>
  withSnapshots(async (place) => {
    const session = new AgentSession(place.ctx, place.clock);
    await doTurn(place, session);
    expect(await place.restore("2")).toMatchObject({ applied: true, counts: { changed: 1 } });
    const { context = "" } = await session.prompt("Go on.");
    expect(context).toContain('their state before turn 2, the turn "Rewrite it.": 1 file (src/a.ts)');
    expect(context).toContain("do not report that work as done");
    expect(context).toMatch(/1 command ran \(npm publish\); 1 commit \(\w+ Rewrite the parser\), not pushed/);
    expect((await session.prompt("And now?")).context ?? "").not.toContain("restored");
  }));

test("the session that continues killed work learns it with the record", () =>
  withSnapshots(async (place) => {
    await doTurn(place, new AgentSession(place.ctx, place.clock, { pid: 4_194_305 }));
    await place.restore("2");
    const { context = "" } = await new AgentSession(place.ctx, place.clock).start();
    expect(context).toContain("The user restored files");
    expect(context).toContain("Rewrite it.");
  }));

test("a session that has not received the notice of a restore receives none of its undo either", () =>
  withSnapshots(async (place) => {
    const session = new AgentSession(place.ctx, place.clock);
    await doTurn(place, session);
    await place.restore("2");
    await place.undo();
    expect((await session.prompt("Go on.")).context ?? "").not.toContain("restore");
    await place.restore("2");
    await session.prompt("Go on.");
    await place.undo();
    expect((await session.prompt("Now?")).context).toContain("took back a restore of files");
  }));

test("a session of which nothing was restored receives no notice", () =>
  withSnapshots(async (place) => {
    const other = new AgentSession(place.ctx, place.clock);
    await other.prompt("Something else.");
    await other.stop();
    await doTurn(place, new AgentSession(place.ctx, place.clock));
    await place.restore("2");
    expect((await other.prompt("Go on.")).context ?? "").not.toContain("restored");
  }));

test("a notice stays short whatever happened since", () => {
  const long = "x".repeat(5_000);
  const text = restoreNotice({
    kind: "restore",
    isBrought: false,
    target: "before turn 3",
    prompt: long,
    at: 0,
    paths: Array.from({ length: 500 }, () => long),
    remaining: {
      commands: Array.from({ length: 500 }, () => long),
      commits: {
        commits: Array.from({ length: 20 }, () => ({ id: "abc", at: 0, subject: long })),
        count: 40,
        unpushed: 3,
      },
    },
  });
  expect(text.split("\n")).toHaveLength(2);
  expect(text.length).toBeLessThan(2_500);
  expect(text).toContain("40 commits");
  expect(text).toContain("37 of them pushed");
});
