import type { Context } from "../kernel/context.ts";
import { isFollowed } from "../sessions/is-followed.ts";
import { shortSessionId } from "../text/short-session-id.ts";

const RECENT_MS = 86_400_000;
/** The maximum number of sessions that are named in a line. */
const MAX_NAMED = 5;

/** How the sessions of the last day were captured, one line for each agent and method. */
export async function describeCapture({
  agents,
  store,
  clock,
}: Pick<Context, "agents" | "store" | "clock">): Promise<string[]> {
  const lines: string[] = [];
  for (const { name, capabilities } of agents) {
    const recent = await store.listSessions({ agent: name, seenSince: clock() - RECENT_MS, limit: 50 });
    const seen = await Promise.all(
      recent.map(async (session) => ({
        id: shortSessionId(session.nativeId),
        method: (await isFollowed(store, session))
          ? "followed in their files"
          : `reported by ${capabilities.plugin ? "its plugin" : "its hooks"}`,
      })),
    );
    for (const method of new Set(seen.map(({ method }) => method))) {
      const sessions = seen.filter((session) => session.method === method);
      const named = sessions.slice(0, MAX_NAMED).map(({ id }) => id);
      const more = sessions.length > MAX_NAMED ? [`${sessions.length - MAX_NAMED} more`] : [];
      lines.push(`${name} sessions ${method}: ${[...named, ...more].join(", ")}`);
    }
  }
  return lines;
}
