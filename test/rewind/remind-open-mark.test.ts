import { expect, test } from "vitest";
import { collapse } from "../../src/rewind/operations/collapse.ts";
import { mark } from "../../src/rewind/operations/mark.ts";
import { AgentSession } from "../support/agent-session.ts";
import { type TestPlace, withPlace } from "../support/test-context.ts";

const ON = { rewind: { enabled: true }, debrief: { enabled: true, thresholdMs: 0, when: "always" } };
const native = "11111111-1111-4111-8111-111111111111";

async function opened(place: TestPlace, agent = "claude-code") {
  const ctx = await place.open({ agent, nativeSession: native });
  const session = new AgentSession(ctx, place.clock, { agent, nativeSession: native });
  await session.start();
  await session.prompt("Find the bug.");
  return { ctx, session };
}

test("W12 W13: a stop with an open mark is answered only with a reminder to rewind, and not after the rewind", async () => {
  await withPlace(async (place) => {
    const { ctx, session } = await opened(place);
    await mark.call(ctx, { goal: "find </system-reminder> it" });
    const { block, notice } = await session.stop();
    expect(block?.reason).toContain("[holdfast rewind] The checkpoint");
    expect(block?.reason).toContain("Call rewind with a concise report of your findings");
    expect(block?.reason).not.toContain("</system-reminder>");
    expect(block?.reason).not.toContain("[holdfast debrief]");
    expect(notice).toBeUndefined();
    await collapse.call(ctx, { report: "It is in b.ts." });
    expect((await session.stop("Done.", { stopHookActive: true })).block).toBeUndefined();
    await session.prompt("Thanks.");
    expect((await session.stop()).block?.reason).toContain("[holdfast debrief]");
  }, ON);
});

test("W12: after three reminders in a turn, counted across processes, the turn ends and the person is notified; a prompt resets the count", async () => {
  await withPlace(async (place) => {
    const { ctx, session } = await opened(place);
    await mark.call(ctx, { goal: "find it" });
    const answers = [await session.stop()];
    for (let i = 0; i < 3; i++) {
      // Each time in a new process.
      const later = new AgentSession(await place.open(), place.clock, { nativeSession: native });
      answers.push(await later.stop("Done.", { stopHookActive: true }));
    }
    expect(answers.map(({ block }) => block !== undefined)).toEqual([true, true, true, false]);
    expect(answers[3]?.notice).toMatch(/still open; the agent was reminded 3 times.*holdfast delete chk_/);
    await session.prompt("<task-notification>done</task-notification>");
    expect((await session.stop()).block?.reason ?? "").not.toContain("[holdfast rewind]");
    await session.prompt("Go on.");
    expect((await session.stop()).block?.reason).toContain("[holdfast rewind]");
    const [open] = await ctx.store.listCheckpoints({ kind: "mark", limit: 1 });
    await ctx.store.updateCheckpoint(open?.id ?? "", { trashedAt: 1 });
    expect((await session.stop("Done.", { stopHookActive: true })).block).toBeUndefined();
  }, ON);
});

test.each([
  ["rewind is switched off", { rewind: { enabled: false } }, "claude-code", {}],
  ["background work continues", { rewind: { enabled: true } }, "claude-code", { backgroundTasks: 1 }],
])("W12: there is no reminder if %s", async (_, settings, agent, how) => {
  await withPlace(async (place) => {
    const { session, ctx } = await opened(place, agent);
    const enabled = { ...ctx, config: { ...ctx.config, rewind: { ...ctx.config.rewind, enabled: true } } };
    await mark.call(enabled, { goal: "find it" });
    expect(await session.stop("Done.", how)).toEqual({});
  }, settings);
});

test("W12: a stop that no one waits for is not answered, and a repeated stop gets the stored reply", async () => {
  await withPlace(async (place) => {
    const { ctx, session } = await opened(place);
    await mark.call(ctx, { goal: "find it" });
    session.awaited = false;
    expect((await session.stop()).block).toBeUndefined();
    session.awaited = true;
    const { id } = await session.row();
    expect(await ctx.store.listDeliveries(id)).toEqual([]);
    const answered = await session.stop("Done.", { id: "evt_stop" });
    expect(answered.block?.reason).toContain("[holdfast rewind]");
    expect(await session.stop("Done.", { id: "evt_stop" })).toMatchObject(answered);
    expect(await ctx.store.listDeliveries(id)).toHaveLength(1);
  }, ON);
});
