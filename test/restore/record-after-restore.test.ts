import { join } from "node:path";
import { expect, test } from "vitest";
import { runSnapshotRequests } from "../../src/snapshots/run-requests.ts";
import { AgentSession } from "../support/agent-session.ts";
import { type SnapshotPlace, withSnapshots } from "../support/snapshot-place.ts";

/** No process has this id: a session that names it is dead. */
const DEAD = { pid: 4_194_305 };
const HOUR = 3_600_000;

/** Writes two files in the second turn and deletes a directory. The files are an hour older than the clock. */
async function workAndDie({ ctx, clock, put, project }: SnapshotPlace) {
  clock.now = Date.now() - HOUR;
  put("a.js", "good\n");
  put("old/b.js", "good\n");
  const session = new AgentSession(ctx, clock, DEAD);
  await session.start();
  await session.prompt("Look around in the sources first.");
  await session.stop();
  await session.prompt("Rewrite the parser and delete the old one.");
  await runSnapshotRequests(ctx);
  for (const path of ["a.js", "old/b.js", "new.js"]) {
    put(path, "bad\n");
    await session.use("Write", { file_path: join(project, path), content: "bad\n" });
  }
  put("old", null);
  await session.use("Bash", { command: "rm -rf old" });
  await session.stop("Done.");
  await runSnapshotRequests(ctx);
}

test("a record shows a deleted directory as deleted, and misses nothing that the session deleted", () =>
  withSnapshots(async (place) => {
    await workAndDie(place);
    const { context = "" } = await new AgentSession(place.ctx, place.clock).start();
    expect(context).toContain("Files changed: old (deleted), a.js, new.js");
    expect(context).not.toContain("missing");
  }));

test("a record knows without its command that a file was deleted", () =>
  withSnapshots(async (place) => {
    const { ctx, clock, put, project } = place;
    const session = new AgentSession(ctx, clock, DEAD);
    await session.start();
    await session.prompt("Write the parser anew, without the table.");
    await runSnapshotRequests(ctx);
    for (const path of ["parser.js", "table.js"]) {
      put(path, "x\n");
      await session.use("Write", { file_path: join(project, path), content: "x\n" });
    }
    await runSnapshotRequests(ctx);
    put("table.js", null);
    await session.use("Bash", { command: "node clean.mjs" });
    await runSnapshotRequests(ctx);
    const { context = "" } = await new AgentSession(ctx, clock).start();
    expect(context).toContain("Files changed: table.js (deleted), parser.js");
  }));

test("a restore and its undo are no edit of somebody else", () =>
  withSnapshots(async (place) => {
    await workAndDie(place);
    const restored = async () => {
      place.clock.now = Date.now();
      const { context = "" } = await new AgentSession(place.ctx, place.clock, DEAD).start();
      return context;
    };
    place.clock.now = Date.now();
    expect(await place.restore("2")).toMatchObject({
      applied: true,
      counts: { changed: 1, created: 1, deleted: 1 },
    });
    const after = await restored();
    expect(after).toContain("The user restored files");
    expect(after).not.toMatch(/edited by someone else|missing/);
    expect(after).toContain("new.js (deleted)");
    await place.undo();
    expect(await restored()).not.toMatch(/edited by someone else|missing/);
  }));
