import { callerSession } from "../checkpoints/caller-session.ts";
import { findSession } from "../checkpoints/named-session.ts";
import type { Context } from "../kernel/context.ts";
import { HoldfastError } from "../kernel/errors.ts";
import type { Session } from "../kernel/record.ts";
import type { SessionStorage } from "../kernel/storage/session-storage.ts";

/** The named session, or the only launched session that runs in this worktree. Throws if it is the caller's own. */
export async function findLaunched(
  ctx: Pick<Context, "agents" | "caller" | "processes" | "workspace"> & { store: SessionStorage },
  key: string | undefined,
): Promise<Session> {
  const { worktree } = await ctx.workspace.locate(ctx.caller.cwd);
  const session = key === undefined ? await findOnlyLaunched(ctx, worktree) : await findSession(ctx, key);
  if (!session) throw new HoldfastError("not_found", `There is no session ${key}.`, { next: LAUNCH });
  const calling = ctx.caller.agent && (await callerSession(ctx, worktree));
  if (calling && calling.id === session.id) {
    throw new HoldfastError("conflict", "A session cannot restart itself: this call would end with it.", {
      next: "Ask the user to run `holdfast restart` in another terminal.",
    });
  }
  return session;
}

const LAUNCH = "Start one with `holdfast launch <agent>`.";

async function findOnlyLaunched(
  { store, processes }: Pick<Context, "processes"> & { store: SessionStorage },
  worktree: string,
): Promise<Session> {
  const recent = await store.listSessions({ worktree, launched: true, limit: 50 });
  const running = recent.filter(({ pid, pidStart }) => pid !== null && processes.startTime(pid) === pidStart);
  const [only, another] = running;
  const session = only && !another && (await store.getSession(only.id));
  if (session) return session;
  if (!only)
    throw new HoldfastError("not_found", "No launched session is running in this worktree.", {
      next: LAUNCH,
    });
  const ids = running.map(({ id }) => id);
  throw new HoldfastError("ambiguous_id", `Several launched sessions are running here: ${ids.join(", ")}.`, {
    next: "Pass one of these ids.",
  });
}
