import * as z from "zod";
import { catchUp, handleContinuity, oweAgain, prepareContinuity } from "../continuity/handle-continuity.ts";
import type { Sources } from "../continuity/recover.ts";
import { debriefStop } from "../debrief/handle-debrief.ts";
import type { AgentEvent, Reply } from "../kernel/agent-event.ts";
import type { Context } from "../kernel/context.ts";
import { HoldfastError } from "../kernel/errors.ts";
import { turnOf } from "./turn-of.ts";

const StoredReply = z.object({
  context: z.string().optional(),
  block: z.object({ reason: z.string(), quiet: z.boolean().default(false) }).optional(),
  notice: z.string().optional(),
});

/**
 * Handles an event exactly once: its effects and its reply are stored in one transaction, and whoever comes with the
 * same event id again gets the stored reply. Throws when the store is unwell; the hook then fails open. Nobody waits for
 * the reply of an event that was left in the spool (`awaited` is false): what it would have told is owed.
 */
export async function handleEvent(
  ctx: Context,
  event: AgentEvent,
  { awaited }: { awaited: boolean },
): Promise<Reply> {
  if (!ctx.config.continuity.enabled) return {};
  const earlier = await ctx.store.handledEvent(event.id);
  if (earlier && !awaited) await oweAgain(ctx, event);
  if (earlier) return readReply(earlier.reply);
  const histories = await prepareContinuity(ctx, event);
  return await ctx.store.transaction(async (store) => {
    // Checked again inside: a hook that lost patience with the daemon may have been faster.
    const raced = await store.handledEvent(event.id);
    if (raced) return readReply(raced.reply);
    const reply = await run(ctx, { store, histories }, { event, awaited });
    if (!(await store.markEventHandled(event.id, event.at, JSON.stringify(reply)))) {
      throw new HoldfastError("conflict", "Another process handled this event at the same moment.");
    }
    return reply;
  });
}

/** A stop that is answered with a debrief is no end of a turn: nothing else hears of it (T9, T10). */
async function run(
  ctx: Context,
  sources: Sources,
  { event, awaited }: { event: AgentEvent; awaited: boolean },
): Promise<Reply> {
  const session = await catchUp(ctx, sources, event);
  const debrief = awaited ? await debriefStop(ctx, event, turnOf(session)) : undefined;
  if (!debrief) return await handleContinuity(ctx, sources, { event, session, awaited });
  await sources.store.putSession(debrief.session);
  return debrief.reply;
}

function readReply(stored: string): Reply {
  const { context, block, notice } = StoredReply.parse(JSON.parse(stored));
  return {
    ...(context === undefined ? {} : { context }),
    ...(block === undefined ? {} : { block }),
    ...(notice === undefined ? {} : { notice }),
  };
}
