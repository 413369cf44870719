import type { Context } from "../../kernel/context.ts";

/** The newest sessions of a client, among which that of a process is looked for. */
const MOST_SESSIONS = 50;
/** How many helpers of a client may stand between it and its server. */
const MOST_HELPERS = 8;

/**
 * For a client that starts its servers elsewhere, a call is made in the directory of the session in the client's process: of
 * several, the one that was active last.
 */
export async function inSessionDirectory(ctx: Context): Promise<Context> {
  const { caller, agents, store } = ctx;
  const agent = agents.find(({ name }) => name === caller.agent);
  if (!agent?.environment.serversStartElsewhere || caller.pid === undefined) return ctx;
  const above = ancestors(ctx, caller.pid);
  const recent = await store.listSessions({ agent: agent.name, limit: MOST_SESSIONS });
  const session = recent.find(({ pid, endedAt }) => pid !== null && above.includes(pid) && endedAt === null);
  if (!session) return ctx;
  return { ...ctx, caller: { ...caller, cwd: session.cwd, nativeSession: session.nativeId } };
}

function ancestors({ processes }: Pick<Context, "processes">, first: number): number[] {
  const found = [first];
  for (
    let pid = processes.parent(first);
    pid !== undefined && found.length < MOST_HELPERS;
    pid = processes.parent(pid)
  )
    found.push(pid);
  return found;
}
