import type { SessionSummary } from "../kernel/record.ts";
import type { EventStorage } from "../kernel/storage/event-storage.ts";

/**
 * The id of the synthetic event for a change of a session's file. It is deterministic, so that each change is handled
 * once.
 */
export function followedEventId(nativeSession: string, modifiedAt: number): string {
  return `follow-${nativeSession}-${modifiedAt}`;
}

/** Whether the last event of a session came from its file rather than from a hook. */
export async function isFollowed(
  store: EventStorage,
  { nativeId, lastSeenAt }: SessionSummary,
): Promise<boolean> {
  return (await store.handledEvent(followedEventId(nativeId, lastSeenAt))) !== undefined;
}
