import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { log } from "../../src/log/operations/log.ts";
import { changes } from "../../src/snapshots/operations/changes.ts";
import { runSnapshotRequests } from "../../src/snapshots/run-requests.ts";
import { AgentSession } from "../support/agent-session.ts";
import { type SnapshotPlace, withSnapshots } from "../support/snapshot-place.ts";

/** No process has this id: a session that names it is dead. */
const DEAD = { pid: 4_194_305 };

test.each([
  ["after the turn", true],
  ["in an interrupted turn, which no event ends", false],
])("files that the agent's own rewind brought back %s are no new work", (_, ends) =>
  withSnapshots(async (place) => {
    const { ctx, clock, project, put, restore } = place;
    put("a.js", "0\n");
    const session = new AgentSession(ctx, clock, ends ? DEAD : { pid: process.pid });
    await session.start();
    await turn(place, session, { "a.js": "1\n", "b.js": "1\n" });
    await turn(place, session, { "a.js": "2\n", "made.js": "2\n" }, ends);
    // As with `/rewind` or `/undo`: no event says so, but a prompt follows.
    put("a.js", "1\n");
    put("made.js", null);
    await turn(place, session, { "c.js": "3\n" });
    const shown = await changes.call(ctx, {});
    expect(shown.rewinds).toMatchObject([{ turn: 2 }]);
    expect(shown.turns.map((each) => [each.turn, each.files.map(({ path }) => path)])).toEqual([
      [1, ["a.js", "b.js"]],
      [2, ["a.js", "made.js"]],
      [3, ["c.js"]],
    ]);
    const { nativeId } = await session.row();
    const { sessions } = await log.call(ctx, { session: nativeId, turns: true });
    expect(sessions[0]?.turns?.map(({ wentBackTo }) => wentBackTo)).toEqual([null, null, 2]);
    // It is nobody else's change either, so it is no conflict.
    expect(await restore("1")).toMatchObject({ conflicts: [], counts: { changed: 1, deleted: 2 } });
    expect(readFileSync(join(project, "a.js"), "utf8")).toBe("0\n");
  }),
);

test("the record of a session says that its files went back", () =>
  withSnapshots(async (place) => {
    const { ctx, clock, put } = place;
    const session = new AgentSession(ctx, clock, DEAD);
    await session.start();
    await turn(place, session, { "a.js": "1\n" });
    await turn(place, session, { "a.js": "2\n" });
    put("a.js", "1\n");
    await turn(place, session, {});
    const { context } = await new AgentSession(ctx, clock).start();
    expect(context).toContain("Files went back to their state before turn 2: a.js");
  }));

test("what a person changes back of their own, or beside other changes, is no rewind", () =>
  withSnapshots(async (place) => {
    const { ctx, clock, put } = place;
    put("mine.js", "0\n");
    const session = new AgentSession(ctx, clock, DEAD);
    await session.start();
    await turn(place, session, { "a.js": "1\n" });
    put("mine.js", "1\n");
    await turn(place, session, { "a.js": "2\n" });
    put("mine.js", "0\n");
    await turn(place, session, { "a.js": "3\n" });
    put("a.js", "2\n");
    put("mine.js", "4\n");
    await turn(place, session, {});
    expect((await changes.call(ctx, {})).rewinds).toEqual([]);
  }));

let turns = 0;

/** A turn in which a command of the agent changes files. */
async function turn(
  { ctx, put }: SnapshotPlace,
  session: AgentSession,
  files: Record<string, string>,
  ends = true,
): Promise<void> {
  await session.prompt(`Please do step ${++turns} of the migration to the new client.`);
  await runSnapshotRequests(ctx);
  for (const [name, content] of Object.entries(files)) put(name, content);
  await session.use("Bash", { command: "node generate.mjs" });
  if (ends) await session.stop();
  await runSnapshotRequests(ctx);
}
