/** The events that were already handled. The same event may arrive through the hook, the daemon and the spool. */
export interface EventStorage {
  /** The stored reply to an event that was already handled; undefined for a new event. */
  handledEvent(eventId: string): Promise<{ reply: string } | undefined>;
  /** Marks an event as handled. Returns false if another process was first, so that the caller discards its work. */
  markEventHandled(eventId: string, at: number, reply: string): Promise<boolean>;
}
