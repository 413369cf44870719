/** Ids that begin with a time share that beginning with all that were made together. */
const TIME_FIRST = /^[0-9a-f]{8}-[0-9a-f]{4}-7/;

/** The beginning of a client's id, long enough to distinguish its sessions. */
export function shortSessionId(nativeId: string): string {
  return nativeId.slice(0, TIME_FIRST.test(nativeId) ? 13 : 8);
}
