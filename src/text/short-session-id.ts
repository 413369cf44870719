/** Ids that begin with a timestamp (UUIDv7): those created at about the same time have the same beginning. */
const TIME_FIRST = /^[0-9a-f]{8}-[0-9a-f]{4}-7/;

/** The beginning of an agent's session id, long enough to distinguish its sessions. */
export function shortSessionId(nativeId: string): string {
  return nativeId.slice(0, TIME_FIRST.test(nativeId) ? 13 : 8);
}
