import type { Context } from "../kernel/context.ts";
import type { Session } from "../kernel/record.ts";
import type { SessionStorage } from "../kernel/storage/session-storage.ts";

/** A session by our id or by the id that its client uses, whichever client that is. */
export async function findSession(
  { store, agents }: Pick<Context, "agents"> & { store: SessionStorage },
  key: string,
): Promise<Session | undefined> {
  const own = await store.getSession(key);
  if (own) return own;
  for (const { name } of agents) {
    const session = await store.findSession(name, key);
    if (session) return session;
  }
  return undefined;
}
