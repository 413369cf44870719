import * as z from "zod";
import { requestedSession } from "../../checkpoints/requested-session.ts";
import type { Context } from "../../kernel/context.ts";
import { defineOperation } from "../../kernel/operation.ts";
import type { Session } from "../../kernel/record.ts";

const NEXT =
  "Name a session with --session. To disable capture from the start, set HOLDFAST_BYPASS=1 in the environment of the agent.";

/** While a session is paused, Holdfast neither records what happens in it nor answers its hooks. */
export const capture = defineOperation({
  name: "capture",
  group: "sessions",
  summary: "Pause or resume capture of a session",
  positional: ["action"],
  readOnly: false,
  input: z.object({
    action: z.enum(["pause", "resume", "status"]).default("status").describe("What to do"),
    session: z.string().max(128).optional().describe("Session id from the agent (default: calling session)"),
  }),
  output: z.object({ session: z.string(), paused: z.boolean() }),
  async run(ctx, { action, session: key }) {
    const known = await requestedSession(ctx, key, NEXT);
    const session = action === "status" ? known : await setPaused(ctx, known, action === "pause");
    return { session: session.nativeId, paused: session.capture.paused };
  },
});

async function setPaused(ctx: Context, { id, ...rest }: Session, paused: boolean): Promise<Session> {
  return await ctx.store.transaction(async (store) => {
    // Read again: an event may have changed the session since.
    const now = (await store.getSession(id)) ?? { id, ...rest };
    const { capture } = now;
    // The part of the transcript that was written while paused stays unread.
    const foldedTo = capture.paused ? Math.max(capture.foldedTo, ctx.clock()) : capture.foldedTo;
    const resumedAt = capture.paused ? foldedTo : capture.resumedAt;
    const session = { ...now, capture: { ...capture, paused, foldedTo, resumedAt } };
    await store.putSession(session);
    return session;
  });
}
