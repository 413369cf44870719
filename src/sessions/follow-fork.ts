import type { AgentAdapter } from "../kernel/agent/agent.ts";
import type { EventOf } from "../kernel/agent/agent-event.ts";
import type { EventHandler } from "../kernel/event-handler.ts";

type Begun = EventOf<"agent_stop" | "session_end" | "session_start" | "user_prompt_submit">;

/** The client records the origin of a fork within this many prompts. */
const EARLY = 2;

/**
 * Another process may create a fork without any event. In that case the session's files show which session it was
 * forked from, and that one becomes its parent instead of the newest session here.
 */
export const followFork: EventHandler<Begun, string | undefined> = {
  name: "followFork",
  kinds: ["agent_stop", "session_end", "session_start", "user_prompt_submit"],
  async prepare({ agents }, { event, session }) {
    const path = event.transcriptPath ?? session?.transcriptPath ?? null;
    if (path === null || (session?.promptCount ?? 0) > EARLY) return undefined;
    return await forkOriginOf(agents, event.agent, path);
  },
  async handle({ store }, scope, nativeParent) {
    const { session } = scope;
    const isKnown = nativeParent === undefined || nativeParent === session.nativeId;
    const parent = isKnown ? undefined : await store.findSession(session.agent, nativeParent);
    if (!parent || parent.parentId === session.id) return { scope };
    return { scope: { ...scope, session: { ...session, parentId: parent.id, parentReason: "fork" } } };
  },
};

async function forkOriginOf(agents: readonly AgentAdapter[], agent: string, path: string) {
  return await agents.find(({ name }) => name === agent)?.sessions?.forkedFrom?.(path);
}
