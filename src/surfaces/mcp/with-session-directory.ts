import type { Context } from "../../kernel/context.ts";

/** How many of the newest sessions of a client are searched for the one of a process. */
const MAX_SESSIONS = 50;
/** How many helper processes may be between a client and its server. */
const MAX_HELPERS = 8;

/**
 * For a client that starts its servers in another directory: the context with the directory of the session that runs in
 * the client's process or, of several, the one that was active last.
 */
export async function withSessionDirectory(ctx: Context): Promise<Context> {
  const { caller, agents, store } = ctx;
  const agent = agents.find(({ name }) => name === caller.agent);
  if (!agent?.environment.serversStartElsewhere || caller.pid === undefined) return ctx;
  const above = ancestors(ctx, caller.pid);
  const recent = await store.listSessions({ agent: agent.name, limit: MAX_SESSIONS });
  const session = recent.find(({ pid, endedAt }) => pid !== null && above.includes(pid) && endedAt === null);
  if (!session) return ctx;
  return { ...ctx, caller: { ...caller, cwd: session.cwd, nativeSession: session.nativeId } };
}

function ancestors({ processes }: Pick<Context, "processes">, first: number): number[] {
  const found = [first];
  for (
    let pid = processes.parent(first);
    pid !== undefined && found.length < MAX_HELPERS;
    pid = processes.parent(pid)
  )
    found.push(pid);
  return found;
}
