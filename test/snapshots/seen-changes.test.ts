import { join } from "node:path";
import { expect, test } from "vitest";
import { inspect } from "../../src/checkpoints/operations/inspect.ts";
import { runSnapshotRequests } from "../../src/snapshots/run-requests.ts";
import { continueOperation } from "../../src/transfer/operations/continue.ts";
import { AgentSession } from "../support/agent-session.ts";
import { type SnapshotPlace, withSnapshots } from "../support/snapshot-place.ts";

/** No process has this id: a session that names it is dead. */
const DEAD = { pid: 4_194_305 };

async function startWork({ ctx, clock, put }: SnapshotPlace, process = DEAD) {
  put("list.js", "1\n");
  const session = new AgentSession(ctx, clock, process);
  await session.start();
  await session.prompt("Generate the client from the schema.");
  await runSnapshotRequests(ctx);
  return session;
}

/** A command of the agent that changes files which its line does not name. */
async function generate({ ctx }: SnapshotPlace, session: AgentSession, write: () => void) {
  write();
  await session.use("Bash", { command: "node generate.mjs" });
  await runSnapshotRequests(ctx);
}

async function changedIn(place: SnapshotPlace, session: AgentSession): Promise<string[]> {
  const { id } = await session.row();
  const { capture } = (await place.ctx.store.getSession(id)) ?? {};
  return (capture?.files ?? [])
    .filter(({ action }) => action === "changed")
    .map(({ path }) => path.replace(join(place.project, "/"), ""));
}

test("a record, its checkpoint and the list of sessions have what only the shell changed", () =>
  withSnapshots(async (place) => {
    const { ctx, clock, put } = place;
    const session = await startWork(place);
    await generate(place, session, () => {
      put("list.js", "2\n");
      put("api/client.js", "made\n");
    });
    const { choices } = await continueOperation.call(ctx, { fresh: false });
    expect(choices[0]?.files).toBe(2);
    const next = new AgentSession(ctx, clock);
    expect((await next.start()).context).toContain("Files changed: api/client.js, list.js");
    const { state } = await inspect.call(ctx, { id: (await session.row()).nativeId, raw: false });
    expect(JSON.stringify(state)).toContain("api/client.js");
  }));

test("what a person changed after the turn, or another session at the same time, is not the session's", () =>
  withSnapshots(async (place) => {
    const { ctx, clock, put } = place;
    const session = await startWork(place, { pid: process.pid });
    await session.stop();
    await runSnapshotRequests(ctx);
    put("mine.js", "a person's\n");
    await session.prompt("Now write the docs.");
    await runSnapshotRequests(ctx);
    const other = new AgentSession(ctx, clock);
    await other.start();
    await other.prompt("Rename the list.");
    await runSnapshotRequests(ctx);
    await generate(place, other, () => put("whose.js", "1\n"));
    expect(await changedIn(place, session)).toEqual([]);
    expect(await changedIn(place, other)).toEqual([]);
  }));

test("a checkout of many files does not displace the files that the session edited", () =>
  withSnapshots(async (place) => {
    const { put, project } = place;
    const session = await startWork(place);
    await session.use("Write", { file_path: join(project, "edited.js"), content: "1\n" });
    for (let round = 0; round < 5; round++)
      await generate(place, session, () => {
        for (let i = 0; i < 30; i++) put(`many/${round}-${i}.js`, "1\n");
      });
    const changed = await changedIn(place, session);
    expect(changed).toContain("edited.js");
    expect(changed).toHaveLength(60);
  }));

test("a file that a command deleted is no file to look at, and a paused capture records nothing", () =>
  withSnapshots(async (place) => {
    const { ctx, put } = place;
    const session = await startWork(place);
    await generate(place, session, () => put("list.js", null));
    expect(await changedIn(place, session)).toEqual([]);
    const { id } = await session.row();
    const known = await ctx.store.getSession(id);
    if (known) await ctx.store.replaceSession({ ...known, capture: { ...known.capture, paused: true } });
    await generate(place, session, () => put("secret.js", "1\n"));
    expect(await changedIn(place, session)).toEqual([]);
  }));
