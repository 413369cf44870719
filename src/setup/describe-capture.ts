import type { AgentAdapter } from "../kernel/agent/agent.ts";
import type { Context, Installation } from "../kernel/context.ts";
import { isFollowed } from "../sessions/is-followed.ts";
import { isUnopenedFork } from "../sessions/unopened-fork.ts";
import { shortSessionId } from "../text/short-session-id.ts";
import { checkAgent } from "./check-agent.ts";
import { resolveConnectPaths } from "./connect-paths.ts";

const RECENT_MS = 86_400_000;
/** The maximum number of sessions that are named in a line. */
const MAX_NAMED = 5;

const FOLLOWED = "followed in their files";

/** How the sessions of the last day were captured, one line for each agent and method. */
export async function describeCapture(
  ctx: Pick<Context, "agents" | "store" | "clock"> & Installation,
): Promise<string[]> {
  const { agents, store, clock } = ctx;
  const lines: string[] = [];
  for (const agent of agents) {
    const { name, capabilities } = agent;
    const recent = await store.listSessions({ agent: name, seenSince: clock() - RECENT_MS, limit: 50 });
    const started = recent.filter((session) => !isUnopenedFork(session));
    const seen = await Promise.all(
      started.map(async (session) => ({
        id: shortSessionId(session.nativeId),
        method: (await isFollowed(store, session))
          ? FOLLOWED
          : `reported by ${capabilities.plugin ? "its plugin" : "its hooks"}`,
      })),
    );
    const methods = new Set(seen.map(({ method }) => method));
    const silent = methods.size === 1 && methods.has(FOLLOWED) && (await isPluginSilent(ctx, agent));
    for (const method of methods) {
      const sessions = seen.filter((session) => session.method === method);
      const named = sessions.slice(0, MAX_NAMED).map(({ id }) => id);
      const more = sessions.length > MAX_NAMED ? [`${sessions.length - MAX_NAMED} more`] : [];
      lines.push(
        `${name} sessions ${method}: ${[...named, ...more].join(", ")}${silent ? `. ${adviceFor(name)}` : ""}`,
      );
    }
  }
  return lines;
}

/** Whether an agent has a plugin of ours that reported none of its sessions. */
async function isPluginSilent(ctx: Installation, agent: AgentAdapter): Promise<boolean> {
  return (
    agent.capabilities.plugin === true &&
    (await checkAgent(agent, resolveConnectPaths(ctx))).installed === true
  );
}

/** Clients do not say from which version on they load plugins, so only the outcome tells. */
function adviceFor(name: string): string {
  return `If its plugin should have reported them: restart ${name}; if that does not help, it may be too old to load plugins, so update it`;
}
