import * as z from "zod";
import { requestedSession } from "../../capture/requested-session.ts";
import { parseReply } from "../../kernel/agent/parse-reply.ts";
import { defineOperation } from "../../kernel/operation.ts";
import type { Redactor } from "../../kernel/ports/redactor.ts";
import { DELIVERY_CHANNELS, type Delivery } from "../../kernel/record.ts";
import type { PendingReply } from "../../kernel/storage/reply-storage.ts";
import { isDeliveryOf } from "../../sessions/is-delivery-of.ts";
import { redactReply } from "../../sessions/redact-replies.ts";

const NEXT = "Pass the session id: `holdfast deliveries <session>`.";
/** More pending replies than a session ever has. */
const MAX_PENDING = 200;

const DeliveryView = z.object({
  id: z.string(),
  /** When it was computed. */
  at: z.string(),
  /** When the hook had printed it; null if it has not. */
  arrivedAt: z.string().nullable(),
  /** `pending`: the reply to a later event brings it. `dropped`: it never arrived, and no longer applies. */
  state: z.enum(["arrived", "pending", "dropped"]),
  /** `reply`: notes, warnings and everything else that is neither a record nor a debrief. */
  channel: z.enum(DELIVERY_CHANNELS),
  /** The handler that contributed it; null if that is unknown. */
  handler: z.string().nullable(),
  checkpoint: z.string().nullable(),
  chars: z.number(),
  /** What the model was given, word for word; null if nothing, or if the text was not kept. */
  model: z.string().nullable(),
  /** What the person was shown. */
  person: z.string().nullable(),
});
type DeliveryView = z.infer<typeof DeliveryView>;

export const deliveries = defineOperation({
  name: "deliveries",
  group: "sessions",
  summary: "Show what a session received, and what is pending",
  positional: ["session"],
  readOnly: true,
  input: z.object({
    session: z
      .string()
      .max(128)
      .optional()
      .describe("Session id, from Holdfast or the agent (default: calling session)"),
    limit: z.coerce.number().int().min(1).max(200).default(20).describe("Maximum number of results"),
  }),
  output: z.object({
    session: z.string(),
    agent: z.string(),
    nativeSession: z.string(),
    /** The newest ones, oldest first. */
    deliveries: z.array(DeliveryView),
    /** True if there are older ones. */
    more: z.boolean(),
  }),
  async run(ctx, { session: key, limit }) {
    const { store, redactor } = ctx;
    // Also confirms what hooks have printed.
    await ctx.drain();
    const { id: session, agent, nativeId: nativeSession } = await requestedSession(ctx, key, NEXT);
    const pending = await store.listPendingReplies({ sessionId: session, limit: MAX_PENDING });
    const all = await store.listDeliveries(session);
    return {
      session,
      agent,
      nativeSession,
      deliveries: all.slice(-limit).map((each) => toView(redactor, each, pending)),
      more: all.length > limit,
    };
  },
});

function toView(redactor: Redactor, delivery: Delivery, pending: readonly PendingReply[]): DeliveryView {
  const { id, at, arrivedAt, channel, handler, checkpointId: checkpoint, chars } = delivery;
  const { context, block, notice } = redactReply(
    delivery.reply === null ? {} : parseReply(delivery.reply),
    redactor,
  );
  return {
    id,
    at: new Date(at).toISOString(),
    arrivedAt: arrivedAt === null ? null : new Date(arrivedAt).toISOString(),
    state: stateOf(delivery, pending),
    channel,
    handler,
    checkpoint,
    chars,
    model: context ?? block?.reason ?? null,
    person: notice ?? null,
  };
}

function stateOf(delivery: Delivery, pending: readonly PendingReply[]): DeliveryView["state"] {
  if (delivery.arrivedAt !== null) return "arrived";
  return pending.some((one) => isDeliveryOf(delivery, one)) ? "pending" : "dropped";
}
