import type { SessionStorage } from "../kernel/storage/session-storage.ts";
import { shortSessionId } from "../text/short-session-id.ts";

/** The ids of sessions as every list shows them. One whose record is gone keeps its internal id. */
export async function nameSessions(
  store: Pick<SessionStorage, "nativeIds">,
  ids: Iterable<string>,
): Promise<(id: string) => string> {
  const known = await store.nativeIds([...new Set(ids)]);
  return (id) => {
    const nativeId = known.get(id);
    return nativeId === undefined ? id : shortSessionId(nativeId);
  };
}
