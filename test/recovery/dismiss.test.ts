import { expect, test } from "vitest";
import { resume } from "../../src/place/operations/resume.ts";
import { dismiss } from "../../src/recovery/operations/dismiss.ts";
import { AgentSession } from "../support/agent-session.ts";
import { runCommand } from "../support/run-cli.ts";
import { type TestPlace, withPlace } from "../support/test-context.ts";

const DEAD = { pid: 4_194_305 };
const RULE = "Never write to the production bucket.";

/** A session that continues one that was killed, and the reply to its start. */
async function continued({ open, clock }: TestPlace) {
  const ctx = await open();
  const killed = new AgentSession(ctx, clock, DEAD);
  await killed.prompt(`Build the importer. ${RULE}`);
  await killed.stop("- [ ] parse the header");
  clock.now += 15_000;
  const next = new AgentSession(ctx, clock, { pid: process.pid });
  return { ctx, killed, next, reply: await next.start() };
}

test("the person sees what is continued, how old it is, what is open, and the way out", () =>
  withPlace(async (place) => {
    const { reply } = await continued(place);
    expect(reply.context).toContain(RULE);
    expect(reply.notice).toBe(
      'Holdfast: continuing "Build the importer. Never write to the …" (16 s ago, 1 todo open). Wrong session? Run: ! holdfast dismiss',
    );
  }));

test.each(["clear", "fork"] as const)("after a %s, no way out is shown, since dismiss has none", (source) =>
  withPlace(
    async ({ open, clock }) => {
      const ctx = await open();
      const earlier = new AgentSession(ctx, clock, { pid: process.pid });
      await earlier.prompt(`Build the importer. ${RULE}`);
      if (source === "clear") await earlier.end("clear");
      const next = new AgentSession(ctx, clock, { pid: process.pid });
      expect((await next.start(source)).notice).toMatch(
        /^Holdfast: continuing "Build the importer\. .*ago\)\.$/,
      );
      const { nativeId } = await next.row();
      await expect(dismiss.call(ctx, { session: nativeId })).rejects.toMatchObject({ code: "not_found" });
    },
    { recovery: { afterClear: "record" } },
  ),
);

test("the notice has the first request, and the last one that names some work, not a greeting", () =>
  withPlace(async (place) => {
    const { ctx, killed } = await continued(place);
    await killed.prompt("Quote the fields too.");
    await killed.prompt("Hello. Please go on!");
    await killed.end("logout");
    const later = new AgentSession(ctx, place.clock, DEAD);
    expect((await later.start()).notice).toMatch(
      /continuing "Build the .*", latest "Quote the fields too\." \(/,
    );
    await later.prompt("continue");
    const { notice } = await new AgentSession(ctx, place.clock).start();
    expect(notice).toMatch(/continuing "Build the .*", latest "Quote the fields too\." \(/);
    expect(notice).toContain("1 todo open");
  }));

test("what was compacted is shown as well, without a way out that leads nowhere", () =>
  withPlace(async (place) => {
    const { next } = await continued(place);
    await next.prompt("Quote the fields too.");
    expect((await next.start("compact")).notice).toBe(
      'Holdfast: reminded the agent of "Quote the fields too.", 1 todo open.',
    );
  }));

test("a dismissed record is withdrawn with the next prompt, once, and leaves nothing in the session", () =>
  withPlace(async (place) => {
    const { ctx, killed, next } = await continued(place);
    await next.prompt("Draw the chart. Always label the axes.");
    expect(await dismiss.call(ctx, {})).toEqual({
      session: (await next.row()).nativeId,
      dismissed: (await killed.row()).nativeId,
      already: false,
      undone: false,
    });
    expect((await next.prompt("Go on.")).context).toMatch(/^<holdfast-recovery [\s\S]*dismissed the record/);
    expect(await next.prompt("And a legend.")).toEqual({});
    const { capture, parentId } = await next.row();
    expect(parentId).toBeNull();
    expect(capture.inherited).toBeNull();
    const said = capture.sentences.map(({ text }) => text);
    expect(said).toContain("Always label the axes.");
    expect(said).not.toContain(RULE);
  }));

test("a rule that was repeated in the session outlives the dismissed record", () =>
  withPlace(async (place) => {
    const { ctx, next } = await continued(place);
    await next.prompt(`Draw the chart. ${RULE}`);
    await dismiss.call(ctx, {});
    const said = (await next.row()).capture.sentences.map(({ text }) => text);
    expect(said).toEqual(["Draw the chart.", RULE]);
  }));

test("to dismiss it twice changes nothing, and says so", () =>
  withPlace(async (place) => {
    const { ctx, killed, next } = await continued(place);
    await next.prompt("Draw the chart.");
    await dismiss.call(ctx, {});
    expect((await next.prompt("Go on.")).context).toContain("dismissed the record");
    expect(await dismiss.call(ctx, {})).toEqual({
      session: (await next.row()).nativeId,
      dismissed: (await killed.row()).nativeId,
      already: true,
      undone: false,
    });
    expect(await next.prompt("And a legend.")).toEqual({});
  }));

test("what it prints fits 80 columns, the first time and the second", () =>
  withPlace(async (place) => {
    const { next } = await continued(place);
    const { nativeId } = await next.row();
    for (const said of ["no longer continues session", "was already dismissed"]) {
      const { out } = await runCommand(place, ["dismiss", nativeId]);
      expect(out).toContain(said);
      expect(Math.max(...out.split("\n").map((line) => line.length))).toBeLessThanOrEqual(80);
    }
  }));

test("a dismissed record is not offered again", () =>
  withPlace(async (place) => {
    const { ctx, next } = await continued(place);
    await dismiss.call(ctx, { session: (await next.row()).nativeId });
    await next.end("logout");
    expect(await new AgentSession(ctx, place.clock).start()).toEqual({});
  }));

test("a session that continues none has nothing to dismiss", () =>
  withPlace(async ({ open, clock }) => {
    const ctx = await open();
    const session = new AgentSession(ctx, clock, { pid: process.pid });
    await session.prompt("Draw the chart.");
    await expect(dismiss.call(ctx, {})).rejects.toMatchObject({ code: "not_found" });
    await expect(dismiss.call(ctx, { session: "unknown" })).rejects.toMatchObject({ code: "not_found" });
  }));

test("resume without an id does not come back to a dismissed record", () =>
  withPlace(async (place) => {
    const { ctx, killed, next } = await continued(place);
    const [record] = await ctx.store.listCheckpoints({ sessionId: (await killed.row()).id, limit: 1 });
    await next.prompt("Draw the chart.");
    await dismiss.call(ctx, {});
    await next.end("logout");
    const resumed = await resume.call(ctx, {});
    expect(resumed.checkpoint?.id).not.toBe(record?.id);
    expect((await resume.call(ctx, { id: record?.id })).checkpoint?.id).toBe(record?.id);
  }));

test("33.2: an earlier session that nothing received is excluded by its id, and allowed again", () =>
  withPlace(async (place) => {
    const { open, clock } = place;
    const ctx = await open();
    const killed = new AgentSession(ctx, clock, DEAD);
    await killed.prompt(`Build the importer. ${RULE}`);
    await killed.stop("- [ ] parse the header");
    const { nativeId } = await killed.row();
    const start = async () =>
      (await new AgentSession(ctx, clock, { pid: process.pid }).start()).context ?? "";
    const { out } = await runCommand(place, ["dismiss", "--earlier", nativeId]);
    expect(out).toContain(`No session will continue session ${nativeId.slice(0, 8)}.`);
    expect(await start()).not.toContain(RULE);
    expect(await dismiss.call(ctx, { earlier: nativeId, undo: true })).toMatchObject({
      dismissed: nativeId,
      already: false,
      undone: true,
    });
    expect(await start()).toContain(RULE);
    await expect(dismiss.call(ctx, { undo: true })).rejects.toMatchObject({ code: "invalid_input" });
  }));

test("after an undo, the earlier session is continued again, not the one that was idle meanwhile", () =>
  withPlace(async (place) => {
    const { ctx, killed, next } = await continued(place);
    await next.prompt("continue");
    await next.stop("Done.");
    await dismiss.call(ctx, {});
    await next.prompt("! holdfast dismiss");
    await next.use("Bash", { command: "holdfast dismiss" }, { ok: false, text: "command not found" });
    await next.stop("Done.");
    await next.end("logout");
    const { nativeId } = await killed.row();
    expect(await dismiss.call(ctx, { session: nativeId, undo: true })).toMatchObject({ undone: true });
    const { context } = await new AgentSession(ctx, place.clock, { pid: process.pid }).start();
    expect(context).toContain(RULE);
    expect(context).toContain("parse the header");
    expect(context).not.toMatch(/← Done\.|command not found/);
  }));

test("an ambiguous dismiss names the agent and the task of each session, and a success how to take it back", () =>
  withPlace(async (place) => {
    const { ctx, killed, next } = await continued(place);
    await next.prompt("Draw the chart.");
    const other = new AgentSession(ctx, place.clock, { pid: process.pid });
    await other.prompt("Count the words.");
    const [one, two] = [await next.row(), await other.row()];
    const { err } = await runCommand(place, ["dismiss"]);
    expect(err).toContain(`${one.nativeId} (claude-code, "Draw the chart.")`);
    expect(err).toContain(`${two.nativeId} (claude-code, "Count the words.")`);
    const { out } = await runCommand(place, ["dismiss", one.nativeId]);
    const earlier = (await killed.row()).nativeId.slice(0, 8);
    expect(out).toContain(`Take it back: holdfast dismiss ${earlier} --undo`);
    expect((await runCommand(place, ["log"])).out).not.toContain("continues");
    const undone = await runCommand(place, ["dismiss", earlier, "--undo"]);
    expect(undone.out).toContain("may continue session");
  }));
