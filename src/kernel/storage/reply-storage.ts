/** What one handler contributed to a reply that no hook has confirmed as printed yet. */
export interface PendingReply {
  id: number;
  /** The event whose reply carries it. */
  eventId: string;
  sessionId: string;
  handler: string;
  /** The handler's `Reply` as JSON. */
  reply: string;
  at: number;
}

/**
 * Replies that were computed and stored, until a hook confirms that it wrote them to its standard output. What is never
 * confirmed is carried by the reply to a later event (`events/redeliver-replies.ts`).
 */
export interface ReplyStorage {
  addPendingReplies(replies: readonly Omit<PendingReply, "id">[]): Promise<void>;
  /** The pending replies of a session, or of all, oldest first. */
  listPendingReplies(filter: { sessionId?: string; limit: number }): Promise<PendingReply[]>;
  /** Lets another event carry these replies, together with their deliveries. */
  movePendingReplies(ids: readonly number[], eventId: string): Promise<void>;
  /** Gives up these replies, for example because the user dismissed their contents. */
  deletePendingReplies(ids: readonly number[]): Promise<void>;
  /** Records that the replies to these events arrived. Unknown ids have no effect. */
  confirmReplies(eventIds: readonly string[], at: number): Promise<void>;
  /** Rewrites the texts of pending replies and of deliveries. Returns how many changed. */
  rewriteReplies(rewrite: (reply: string) => string, options: { dryRun: boolean }): Promise<number>;
}
