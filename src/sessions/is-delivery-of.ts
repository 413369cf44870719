import type { Delivery } from "../kernel/record.ts";
import type { PendingReply } from "../kernel/storage/reply-storage.ts";

/** Whether a pending reply is what a delivery records. Older deliveries name only their event. */
export function isDeliveryOf(
  { eventId, handler }: Pick<Delivery, "eventId" | "handler">,
  pending: Pick<PendingReply, "eventId" | "handler">,
): boolean {
  return pending.eventId === eventId && (handler === null || handler === pending.handler);
}
