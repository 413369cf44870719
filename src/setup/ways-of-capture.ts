import type { Context } from "../kernel/context.ts";
import { isFollowed } from "../sessions/is-followed.ts";
import { shortSessionId } from "../text/short-session-id.ts";

const RECENT_MS = 86_400_000;
/** Most sessions of an agent that are named. */
const NAMED = 5;

/** How the sessions of the last day were captured, a line for each agent and way. */
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
        way: (await isFollowed(store, session))
          ? "followed in their files"
          : `reported by ${capabilities.plugin ? "its plugin" : "its hooks"}`,
      })),
    );
    for (const way of new Set(seen.map(({ way }) => way))) {
      const sessions = seen.filter((session) => session.way === way);
      const named = sessions.slice(0, NAMED).map(({ id }) => id);
      const more = sessions.length > NAMED ? [`${sessions.length - NAMED} more`] : [];
      lines.push(`${name} sessions ${way}: ${[...named, ...more].join(", ")}`);
    }
  }
  return lines;
}
