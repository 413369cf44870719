import type { Delivery } from "../record.ts";

/** The texts that were injected into sessions. */
export interface DeliveryStorage {
  putDelivery(delivery: Delivery): Promise<void>;
  /** The newest 1,000 deliveries since a time (default: all), oldest first. */
  listDeliveries(sessionId: string, since?: number): Promise<Delivery[]>;
  /** The newest 5,000 deliveries to these sessions together, oldest first. */
  deliveriesOf(sessionIds: readonly string[]): Promise<Delivery[]>;
}
