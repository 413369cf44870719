import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { runSnapshotRequests } from "../../src/snapshots/run-requests.ts";
import { AgentSession } from "../support/agent-session.ts";
import { type SnapshotPlace, withSnapshots } from "../support/snapshot-place.ts";

/** No process has this id. */
const DEAD = { pid: 4_194_305 };
const MINUTE = 60_000;
/** More than the steps in which a file system and the clock of a test count. */
const TICK_MS = 100;

/** An agent deletes a file and is killed in the middle of its turn. */
async function killedTurn({ ctx, clock, put }: SnapshotPlace): Promise<string> {
  put("kept.md", "1\n");
  put("gone.js", "1\n");
  const session = new AgentSession(ctx, clock, DEAD);
  await session.start();
  await session.prompt("Clean up the folder.");
  await runSnapshotRequests(ctx);
  put("gone.js", null);
  return (await session.row()).nativeId;
}

async function nextSession({ ctx, clock }: SnapshotPlace): Promise<AgentSession> {
  const session = new AgentSession(ctx, clock, { pid: process.pid });
  await session.start();
  await session.prompt("continue");
  await runSnapshotRequests(ctx);
  return session;
}

test("what a person changes after a session was killed is not taken back with its turn", () =>
  withSnapshots(async (place) => {
    const killed = await killedTurn(place);
    const next = await nextSession(place);
    await next.stop("Nothing to do.");
    await next.end();
    await runSnapshotRequests(place.ctx);
    place.put("kept.md", "by hand\n");
    const { files } = await place.restore("1", { session: killed });
    expect(files).toMatchObject([{ path: "gone.js" }]);
    expect(existsSync(join(place.project, "gone.js"))).toBe(true);
    expect(readFileSync(join(place.project, "kept.md"), "utf8")).toBe("by hand\n");
  }));

test("what the session after a killed one deletes comes back without a conflict", () =>
  withSnapshots(async (place) => {
    await killedTurn(place);
    const next = await nextSession(place);
    await next.stop("Continued.");
    await next.prompt("Delete the notes.");
    await runSnapshotRequests(place.ctx);
    place.put("kept.md", null);
    await next.stop("Deleted.");
    await runSnapshotRequests(place.ctx);
    const { conflicts } = await place.restore("2", { session: (await next.row()).nativeId });
    expect(conflicts).toEqual([]);
    expect(readFileSync(join(place.project, "kept.md"), "utf8")).toBe("1\n");
  }));

test("what was written long after a session was killed, and before the next one, is kept", () =>
  withSnapshots(async (place) => {
    place.clock.now = Date.now() - 10 * MINUTE;
    const killed = await killedTurn(place);
    place.put("kept.md", "by hand\n");
    place.clock.now = Date.now();
    const next = await nextSession(place);
    await next.end();
    await runSnapshotRequests(place.ctx);
    const { conflicts } = await place.restore("1", { session: killed });
    expect(conflicts).toMatchObject([{ path: "gone.js" }, { path: "kept.md" }]);
    expect(readFileSync(join(place.project, "kept.md"), "utf8")).toBe("by hand\n");
  }));

test("what was written long after a session was killed is kept, also if that session is resumed", () =>
  withSnapshots(async (place) => {
    const { ctx, clock, project, put, restore } = place;
    clock.now = Date.now() - 10 * MINUTE;
    const killed = await killedTurn(place);
    put("kept.md", "by hand\n");
    put("new.md", "by hand\n");
    clock.now = Date.now();
    const resumed = new AgentSession(ctx, clock, { pid: process.pid, nativeSession: killed });
    await resumed.start("resume");
    await runSnapshotRequests(ctx);
    const { conflicts } = await restore("1", { session: killed });
    expect(conflicts.map(({ path }) => path)).toEqual(["kept.md", "new.md"]);
    expect(existsSync(join(project, "gone.js"))).toBe(true);
    expect(readFileSync(join(project, "kept.md"), "utf8")).toBe("by hand\n");
  }));

/** More than the time in which a change still counts as one of the turn that ended. */
const LATER_MS = 1_200;

test("what was changed after a session had ended is kept, also if its end was noted only later", () =>
  withSnapshots(async ({ ctx, clock, project, put, restore }) => {
    put("agent.md", "1\n");
    const time = { now: Date.now() - MINUTE };
    const session = new AgentSession(ctx, time, DEAD);
    await session.start();
    await session.prompt("Write the notes.");
    await runSnapshotRequests(ctx);
    put("agent.md", "2\n");
    const endedAt = Date.now();
    await sleep(LATER_MS);
    put("mine.md", "by hand\n");
    time.now = endedAt - 1_000;
    clock.now = Date.now();
    await session.end();
    await runSnapshotRequests(ctx);
    const { conflicts } = await restore("1");
    expect(conflicts).toMatchObject([{ path: "mine.md" }]);
    expect(readFileSync(join(project, "agent.md"), "utf8")).toBe("1\n");
    expect(readFileSync(join(project, "mine.md"), "utf8")).toBe("by hand\n");
  }));

test.each(["its last tool call", "its prompt"])(
  "what was written long after a session was killed is kept, also if %s was noted only later",
  (last) =>
    withSnapshots(async ({ ctx, clock, project, put, restore }) => {
      for (const name of ["kept.md", "gone.js"]) put(name, "1\n");
      clock.now = Date.now();
      const time = { now: clock.now - 30 * MINUTE };
      const session = new AgentSession(ctx, time, DEAD);
      await session.start();
      await runSnapshotRequests(ctx);
      await session.prompt("Clean up the folder.");
      if (last !== "its prompt") {
        await runSnapshotRequests(ctx);
        put("gone.js", null);
        await session.use("Bash", { command: "rm gone.js" });
      }
      put("kept.md", "by hand\n");
      await runSnapshotRequests(ctx);
      const { conflicts } = await restore("1");
      expect(conflicts).toMatchObject([{ path: "kept.md" }]);
      expect(existsSync(join(project, "gone.js"))).toBe(true);
      expect(readFileSync(join(project, "kept.md"), "utf8")).toBe("by hand\n");
    }),
);

test("a directory that was renamed or moved in after a session was killed is kept", () =>
  withSnapshots(async (place) => {
    const { ctx, clock, project, root, put, restore } = place;
    put("docs/one.md", "one\n");
    put("src/old.js", "1\n");
    mkdirSync(join(root, "downloads/deep"), { recursive: true });
    writeFileSync(join(root, "downloads/deep/notes"), "mine\n");
    // Two events later, a second each, the session was last heard of: what is changed a minute after that is not its work.
    const bound = Date.now() + 2_000;
    clock.now = Date.now() - MINUTE;
    const killed = await killedTurn(place);
    await sleep(Math.max(0, bound - Date.now()) + TICK_MS);
    renameSync(join(project, "docs"), join(project, "manual"));
    renameSync(join(root, "downloads"), join(project, "assets"));
    clock.now = Date.now();
    const resumed = new AgentSession(ctx, clock, { pid: process.pid, nativeSession: killed });
    await resumed.start("resume");
    await runSnapshotRequests(ctx);
    await restore("1", { session: killed });
    expect(existsSync(join(project, "gone.js"))).toBe(true);
    expect(readFileSync(join(project, "manual/one.md"), "utf8")).toBe("one\n");
    expect(existsSync(join(project, "docs"))).toBe(false);
    expect(readFileSync(join(project, "assets/deep/notes"), "utf8")).toBe("mine\n");
  }));
