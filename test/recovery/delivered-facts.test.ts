import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { EventOf } from "../../src/kernel/agent/agent-event.ts";
import { type Capture, EMPTY_CAPTURE } from "../../src/kernel/capture.ts";
import type { Context } from "../../src/kernel/context.ts";
import type { EventScope } from "../../src/kernel/event-handler.ts";
import type { Session } from "../../src/kernel/record.ts";
import {
  keepDelivered,
  listRecoveries,
  markDelivered,
  stillRemembers,
} from "../../src/recovery/delivered-facts.ts";
import { recalledNotes } from "../../src/recovery/recall-notes.ts";
import { sampleSession } from "../../src/testing/sample-records.ts";
import { memoryContext, scopeOf } from "../support/memory-context.ts";

const DELIVERED = { at: 5_000, compactions: 2, kept: true };

let ctx: Context;
beforeEach(async () => {
  const agents = [
    { name: "plain", capabilities: {} },
    { name: "whole", capabilities: { resumesFullHistory: true } },
    { name: "forgets", capabilities: { losesInjectedContext: true } },
  ] as unknown as Context["agents"];
  ({ ctx } = await memoryContext({ agents }));
});
afterEach(() => ctx.store.close());

test("a session that was given a record has that, and no note was recalled since", () => {
  const capture = recalledNotes.write({ ...EMPTY_CAPTURE, compactions: 2 }, ["mem_1"]);
  const delivered = { at: 7_000, compactions: 2, kept: false };
  expect(markDelivered(capture, 7_000)).toEqual(recalledNotes.write({ ...capture, delivered }, []));
});

describe("a turn that came to its end", () => {
  async function stopped(delivered: Capture["delivered"]) {
    const base = { id: "event-1", agent: "plain", nativeSession: "native", cwd: "/app", at: 9_000 };
    const scope = scopeOf<EventScope<EventOf<"agent_stop">>>({
      event: { ...base, kind: "agent_stop", stopHookActive: false, backgroundTasks: 0 },
      session: sampleSession(),
      capture: { ...EMPTY_CAPTURE, delivered },
    });
    return { scope, handled: await keepDelivered.handle(ctx, scope) };
  }

  test("keeps what was delivered in it", async () => {
    const { scope, handled } = await stopped({ ...DELIVERED, kept: false });
    expect(handled).toEqual({
      scope: { ...scope, capture: { ...scope.capture, delivered: DELIVERED } },
    });
  });

  test("keeps nothing where nothing was delivered", async () => {
    const { scope, handled } = await stopped(null);
    expect(handled).toEqual({ scope });
  });

  test("is the only event that does", () => {
    expect(keepDelivered).toMatchObject({ name: "keepDelivered", kinds: ["agent_stop"] });
  });
});

describe("a conversation that is resumed still holds its record", () => {
  const remembers = (agent: string, capture: Partial<Capture>, change: Partial<Session> = {}) =>
    stillRemembers(ctx, sampleSession({ agent, lastSeenAt: 4_000, ...change }), {
      ...EMPTY_CAPTURE,
      ...capture,
    });

  test.each<[boolean, string, string, Partial<Capture>]>([
    [true, "it was given in a turn that was kept", "plain", { delivered: DELIVERED, compactions: 2 }],
    [false, "the turn was not kept", "plain", { delivered: { ...DELIVERED, kept: false }, compactions: 2 }],
    [false, "it was compacted since", "plain", { delivered: DELIVERED, compactions: 3 }],
    [false, "its client forgets what we add", "forgets", { delivered: DELIVERED, compactions: 2 }],
    [true, "it was never given one, and all of it is there", "whole", {}],
    [false, "it was never given one, and was compacted", "whole", { compactions: 1 }],
    [false, "it was never given one, and its client keeps less", "plain", {}],
    [false, "its client is unknown", "unknown", {}],
    [
      true,
      "its client is unknown, but the turn was kept",
      "unknown",
      { delivered: DELIVERED, compactions: 2 },
    ],
  ])("%s: %s", async (still, _, agent, capture) => {
    expect(await remembers(agent, capture)).toBe(still);
  });

  test.each<[boolean, string, Partial<Session>]>([
    [false, "someone worked here since", { promptCount: 1, lastSeenAt: 5_000 }],
    [true, "that was before", { promptCount: 1, lastSeenAt: 4_999 }],
    [true, "nothing was asked there", { lastSeenAt: 5_000 }],
    [true, "that was in another worktree", { promptCount: 1, lastSeenAt: 5_000, worktree: "/home/user/fix" }],
  ])("%s: %s", async (still, _, other) => {
    await ctx.store.replaceSession(sampleSession(other));
    expect(await remembers("plain", { delivered: DELIVERED, compactions: 2 })).toBe(still);
  });

  test("whatever it did itself since", async () => {
    const own = sampleSession({ agent: "plain", promptCount: 9, lastSeenAt: 9_000 });
    await ctx.store.replaceSession(own);
    const capture = { ...EMPTY_CAPTURE, delivered: DELIVERED, compactions: 2 };
    expect(await stillRemembers(ctx, own, capture)).toBe(true);
  });

  test("as long as nobody worked here since it was last worked in, where it was given none", async () => {
    await ctx.store.replaceSession(sampleSession({ promptCount: 1, lastSeenAt: 4_500 }));
    expect(await remembers("whole", { lastActiveAt: 4_501 })).toBe(true);
    expect(await remembers("whole", { lastActiveAt: 4_500 })).toBe(false);
    expect(await remembers("whole", {})).toBe(false);
  });
});

test("deliveries of earlier work are listed without debriefs and prompts of a restart", async () => {
  const channels = [
    "session_start",
    "agent_stop",
    "user_prompt_submit",
    "queue",
    "resume",
    "terminal",
  ] as const;
  for (const [i, channel] of channels.entries()) {
    const rest = {
      incarnation: 1,
      checkpointId: null,
      chars: 10,
      at: 1_000 + i,
      eventId: null,
      arrivedAt: 1,
      handler: null,
      reply: null,
    };
    await ctx.store.putDelivery({ id: `dlv_${i}`, sessionId: "ses_1", channel, ...rest });
  }
  const listed = await listRecoveries(ctx.store, "ses_1");
  expect(listed.map(({ channel }) => channel)).toEqual(["session_start", "user_prompt_submit", "resume"]);
  expect(await listRecoveries(ctx.store, "ses_2")).toEqual([]);
});
