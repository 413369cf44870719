import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { opencode } from "../../src/agents/opencode/adapter.ts";
import { list } from "../../src/capture/operations/list.ts";
import { handleEvent } from "../../src/events/handle-events.ts";
import { save } from "../../src/place/operations/save.ts";
import { AgentSession } from "../support/agent-session.ts";
import { type TestPlace, withPlace } from "../support/test-context.ts";
import { OpenCodeDatabase } from "./opencode-database.ts";

const LEFT = /mystery|left-branch/;
const FIRST = "Find the bug in the cart. Never touch the invoices.";
const SECOND = "Try the mystery way. Always use mystery imports.";

/** A conversation whose second turn is a dead end. */
async function begun(place: TestPlace) {
  const ctx = await place.open({ agent: "opencode", nativeSession: "ses_1" });
  const database = new OpenCodeDatabase(place.root, { now: place.clock.now });
  const base = { agent: "opencode", nativeSession: "ses_1", transcriptPath: database.path };
  const session = new AgentSession(ctx, place.clock, base);
  const turn = async (text: string, command: string) => {
    await session.prompt(text);
    const id = database.at(place.clock.now).prompt(text);
    database.say(`Answer to: ${text}`, command);
    place.clock.now += 5_000;
    await session.stop(`Answer to: ${text}`);
    place.clock.now += 60_000;
    return id;
  };
  /** Like `/undo`, or `/redo` with null. The plugin reports it. */
  const goTo = async (message: string | null) => {
    database.revert(message, place.clock.now);
    const event = { kind: "branch_change", id: randomUUID(), cwd: ctx.caller.cwd } as const;
    await handleEvent(ctx, { ...base, ...event, at: place.clock.now }, { awaited: true });
    place.clock.now += 60_000;
  };
  await session.start();
  await turn(FIRST, "echo live-branch");
  const left = await turn(SECOND, "npm run left-branch");
  await save.call(ctx, { name: "while-left" });
  place.clock.now += 60_000;
  return { ctx, database, session, left, turn, goTo };
}

const names = async (ctx: Parameters<typeof list.call>[0]) =>
  (await list.call(ctx, {})).checkpoints.map(({ name }) => name);

test("W16: what a person undoes in OpenCode is abandoned, even once it is deleted, and live again after /redo", async () => {
  await withPlace(async (place) => {
    const { ctx, database, session, left, turn, goTo } = await begun(place);
    await goTo(left);
    expect(await session.prompts()).toEqual([FIRST]);
    expect(JSON.stringify((await session.row()).capture)).not.toMatch(LEFT);
    expect(await names(ctx)).not.toContain("while-left");

    await goTo(null);
    expect(await session.prompts()).toEqual([FIRST, SECOND]);
    expect(JSON.stringify((await session.row()).capture)).toMatch(LEFT);
    expect(await names(ctx)).toContain("while-left");

    await goTo(left);
    await save.call(ctx, { name: "after-going-back" });
    await turn("Fix the rounding.", "echo other-branch");
    expect(await session.prompts()).toEqual([FIRST, "Fix the rounding."]);
    expect(JSON.stringify((await session.row()).capture)).not.toMatch(LEFT);
    expect(await names(ctx)).toContain("after-going-back");
    expect(await names(ctx)).not.toContain("while-left");
    database.close();
  });
});

test("W16 S38: a session that was killed after /undo passes on nothing of what was undone", async () => {
  await withPlace(async (place) => {
    const { database, left } = await begun(place);
    database.revert(left, place.clock.now);
    place.clock.now += 2 * 60 * 60_000;
    const nativeSession = randomUUID();
    const ctx = await place.open({ agent: "opencode", nativeSession });
    const next = new AgentSession(ctx, place.clock, { agent: "opencode", nativeSession });
    const { context } = await next.start();
    expect(context).toContain("Never touch the invoices.");
    expect(context).not.toMatch(LEFT);
    expect(await names(ctx)).not.toContain("while-left");
    database.close();
  });
});

test("a message may be undone in part, and a prompt without an answer is no branch", async () => {
  await withPlace(async (place) => {
    const database = new OpenCodeDatabase(place.root, { now: 1_000_000 });
    database.prompt("Begin.");
    database.say("Half of it.", "echo left-branch");
    const read = async () => {
      const { entries = [], branches } = (await opencode.readTranscript(database.path)) ?? {};
      return { types: entries.map(({ type }) => type), left: branches?.left };
    };
    database.revert("msg_0002", 1_009_000);
    const left = [{ from: 1_002_000, last: 1_002_000, until: 1_009_000 }];
    expect(await read()).toEqual({ types: ["prompt"], left });
    const whole = { types: ["prompt", "command_run", "outcome", "message"], left: [] };
    database.revert(null);
    expect(await read()).toEqual(whole);
    database.revert(database.prompt("Never mind."), 1_009_000);
    expect(await read()).toEqual(whole);
    database.revert("msg_unknown", 1_009_000);
    expect((await read()).left).toEqual([]);
    database.close();
  });
});
