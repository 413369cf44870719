import * as z from "zod";
import { requestedSession } from "../../capture/requested-session.ts";
import { defineOperation } from "../../kernel/operation.ts";
import type { Session } from "../../kernel/record.ts";
import { changeSession } from "../../sessions/change-session.ts";
import { captureAtPause } from "../capture-at-pause.ts";

const NEXT =
  "Choose a session with --session. To disable capture from the start, set HOLDFAST_BYPASS=1 in the environment of the agent.";

/** While capture is paused, Holdfast neither records what happens in the session nor replies to its hooks. */
export const capture = defineOperation({
  name: "capture",
  group: "sessions",
  summary: "Pause or resume capture of a session",
  positional: ["action"],
  readOnly: false,
  input: z.object({
    action: z.enum(["pause", "resume", "status"]).default("status").describe("What to do"),
    session: z
      .string()
      .max(128)
      .optional()
      .describe("Session id, from Holdfast or the agent (default: calling session)"),
  }),
  output: z.object({ session: z.string(), paused: z.boolean() }),
  async run(ctx, { action, session: key }) {
    // What is still spooled happened before the change.
    if (action !== "status") await ctx.drain();
    const known = await requestedSession(ctx, key, NEXT);
    if (action === "pause" && !known.capture.paused) await captureAtPause(ctx, known, "session_end");
    if (action === "resume" && known.capture.paused) await captureAtPause(ctx, known, "session_start");
    const change = (now: Session) => setPaused(now, action === "pause", ctx.clock());
    const changed = action === "status" ? undefined : await changeSession(ctx, known.id, change);
    const { nativeId, capture } = changed ?? known;
    return { session: nativeId, paused: capture.paused };
  },
});

function setPaused(session: Session, paused: boolean, at: number): Session {
  const { capture } = session;
  // The part of the transcript that was written during the pause must not be read.
  const foldedTo = capture.paused ? Math.max(capture.foldedTo, at) : capture.foldedTo;
  const resumedAt = capture.paused ? foldedTo : capture.resumedAt;
  return { ...session, capture: { ...capture, paused, foldedTo, resumedAt } };
}
