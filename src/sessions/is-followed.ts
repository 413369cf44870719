import type { SessionSummary } from "../kernel/record.ts";
import type { EventStorage } from "../kernel/storage/event-storage.ts";

/** The event as which a change of a session's file is handled, once: it names the session and the time of the change. */
export function followedEventId(nativeSession: string, modifiedAt: number): string {
  return `follow-${nativeSession}-${modifiedAt}`;
}

/** Whether a session was last seen in its file. Any event of a hook makes it later than that. */
export async function isFollowed(
  store: EventStorage,
  { nativeId, lastSeenAt }: SessionSummary,
): Promise<boolean> {
  return (await store.handledEvent(followedEventId(nativeId, lastSeenAt))) !== undefined;
}
