import { expect, test } from "vitest";
import { handleEvent } from "../../src/events/handle-events.ts";
import type { AgentEvent } from "../../src/kernel/agent/agent-event.ts";
import { withPlace } from "../support/test-context.ts";

/** The hook of a start died with its reply, so the drain finds the event again while the session goes on elsewhere. */
test("R-P1 DUR-H9: a prompt that is stored while a lost start is queued again is not written over", () =>
  withPlace(async ({ open, clock }) => {
    const ctx = await open();
    const base = { agent: "claude-code", nativeSession: "s1", cwd: ctx.caller.cwd } as const;
    const start: AgentEvent = {
      ...base,
      id: "event-of-the-start",
      at: clock.now,
      kind: "session_start",
      source: "startup",
    };
    await handleEvent(ctx, start, { awaited: true });
    const other = await open();
    let prompts = 0;
    const store: typeof ctx.store = {
      ...ctx.store,
      async findSession(agent, nativeId) {
        const read = await ctx.store.findSession(agent, nativeId);
        // Another process stores a prompt each time the session was read, and ends before the write.
        if (prompts < 2) {
          const at = clock.now + ++prompts;
          const prompt = `Request ${prompts}`;
          const said = { kind: "user_prompt_submit", prompt } as const;
          await handleEvent(
            other,
            { ...base, ...said, id: `prompt-number-${prompts}`, at },
            { awaited: true },
          );
        }
        return read;
      },
    };
    await handleEvent({ ...ctx, store }, start, { awaited: false });
    expect(await ctx.store.findSession("claude-code", "s1")).toMatchObject({
      promptCount: 2,
      pendingRecovery: "startup",
    });
  }));
