import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { OpenContext } from "../../src/app.ts";
import { handleBatch } from "../../src/events/handle-batch.ts";
import type { AgentEvent } from "../../src/kernel/agent/agent-event.ts";
import { withDebriefs } from "../debrief/turn.ts";

function event(ctx: OpenContext, kind: "user_prompt_submit" | "agent_stop"): AgentEvent {
  const base = { id: randomUUID(), agent: "claude-code", nativeSession: "s1", cwd: ctx.caller.cwd } as const;
  const at = ctx.clock();
  return kind === "agent_stop"
    ? { ...base, at, kind, stopHookActive: false, backgroundTasks: 0, lastAnswer: "Done." }
    : { ...base, at, kind, prompt: `Prompt ${at}.` };
}

/** Counts how often sessions are read with their captures while events are handled. */
async function reads(ctx: OpenContext, incoming: readonly AgentEvent[]): Promise<number> {
  let count = 0;
  const counted = (store: OpenContext["store"]): OpenContext["store"] => ({
    ...store,
    findSession: (...key) => {
      count += 1;
      return store.findSession(...key);
    },
    getSession: (id) => {
      count += 1;
      return store.getSession(id);
    },
    transaction: (work) => store.transaction((inside) => work(counted(inside))),
  });
  await handleBatch(
    { ...ctx, store: counted(ctx.store) },
    incoming.map((one) => ({ event: one, awaited: true })),
  );
  return count;
}

test("an event reads its session once, and so does a batch of events", () =>
  withDebriefs(async (place) => {
    const ctx = await place.open();
    await handleBatch(ctx, [{ event: event(ctx, "user_prompt_submit"), awaited: true }]);
    expect(await reads(ctx, [event(ctx, "user_prompt_submit")])).toBe(1);
    expect(await reads(ctx, [event(ctx, "agent_stop")])).toBe(1);
    const three = [1, 2, 3].map(() => event(ctx, "user_prompt_submit"));
    expect(await reads(ctx, three)).toBe(1);
    expect(await ctx.store.findSession("claude-code", "s1")).toMatchObject({ promptCount: 5 });
  }));

test("a session that another process wrote before the store was locked is read again, and no change is lost", () =>
  withDebriefs(async (place) => {
    const ctx = await place.open();
    await handleBatch(ctx, [{ event: event(ctx, "user_prompt_submit"), awaited: true }]);
    const { transaction, ...rest } = ctx.store;
    const late: OpenContext["store"] = {
      ...rest,
      async transaction(work) {
        const session = await rest.findSession("claude-code", "s1");
        if (session) await rest.replaceSession({ ...session, dismissedAt: 7 });
        return await transaction(work);
      },
    };
    await handleBatch({ ...ctx, store: late }, [{ event: event(ctx, "user_prompt_submit"), awaited: true }]);
    expect(await rest.findSession("claude-code", "s1")).toMatchObject({ promptCount: 2, dismissedAt: 7 });
  }));

test("a session that is written while its event is handled is not overwritten: the event is retried", () =>
  withDebriefs(async (place) => {
    const ctx = await place.open();
    await handleBatch(ctx, [{ event: event(ctx, "user_prompt_submit"), awaited: true }]);
    let isFirst = true;
    const racing: OpenContext["store"] = {
      ...ctx.store,
      transaction: (work) =>
        ctx.store.transaction((inside) =>
          work({
            ...inside,
            replaceSession: async (session) => {
              if (!isFirst) return await inside.replaceSession(session);
              isFirst = false;
              await inside.replaceSession({ ...session, pid: 77 });
              return await inside.replaceSession(session);
            },
          }),
        ),
    };
    await handleBatch({ ...ctx, store: racing }, [
      { event: event(ctx, "user_prompt_submit"), awaited: true },
    ]);
    expect(await ctx.store.findSession("claude-code", "s1")).toMatchObject({ promptCount: 2, pid: null });
  }));
