import type { SessionStorage } from "../kernel/storage/session-storage.ts";

const MAX_DEPTH = 50;

/** Which of the sessions are the given one, or continue it. All of them if none is given. */
export async function findIncluded(
  store: SessionStorage,
  sessions: Iterable<string>,
  target: string | null,
): Promise<Set<string>> {
  const included = new Set<string>();
  for (const session of new Set(sessions))
    if (target === null || (await continues(store, session, target))) included.add(session);
  return included;
}

async function continues(store: SessionStorage, session: string, target: string): Promise<boolean> {
  let at: string | null = session;
  for (let depth = 0; at !== null && depth < MAX_DEPTH; depth++) {
    if (at === target) return true;
    at = (await store.listParents([at])).get(at)?.id ?? null;
  }
  return false;
}
