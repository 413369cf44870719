import type { AgentEvent } from "../kernel/agent/agent-event.ts";
import type { Session } from "../kernel/record.ts";
import type { SessionStorage } from "../kernel/storage/session-storage.ts";

/** The sessions of events that are handled together. Each is read and parsed only once, before the store is locked. */
export interface SessionCache {
  find(store: SessionStorage, event: AgentEvent): Promise<Session | undefined>;
  /** To be called while the store is locked. Reads the session again only if it has changed. */
  findCurrent(store: SessionStorage, event: AgentEvent): Promise<Session | undefined>;
  /** Replaces the cached session by the one that was just written. */
  keep(event: AgentEvent, session: Session): void;
}

export function createSessionCache(): SessionCache {
  const known = new Map<string, Session | undefined>();
  const read = async (store: SessionStorage, event: AgentEvent) => {
    const session = await store.findSession(event.agent, event.nativeSession);
    known.set(keyOf(event), session);
    return session;
  };
  return {
    find: async (store, event) => (known.has(keyOf(event)) ? known.get(keyOf(event)) : read(store, event)),
    async findCurrent(store, event) {
      const session = known.get(keyOf(event));
      const isCurrent = session && (await store.sessionRevision(session.id)) === session.revision;
      return isCurrent ? session : await read(store, event);
    },
    keep: (event, session) => known.set(keyOf(event), session),
  };
}

function keyOf({ agent, nativeSession }: AgentEvent): string {
  return `${agent} ${nativeSession}`;
}
