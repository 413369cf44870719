import type { Delivery } from "../record.ts";

/** What was put into a session's context, where and when. */
export interface DeliveryStorage {
  putDelivery(delivery: Delivery): Promise<void>;
  /** Those from a time on (default: all), oldest first. */
  listDeliveries(sessionId: string, since?: number): Promise<Delivery[]>;
}
