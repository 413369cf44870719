import type { Context } from "../kernel/context.ts";
import { HoldfastError } from "../kernel/errors.ts";
import type { Session } from "../kernel/record.ts";
import type { SessionStorage } from "../kernel/storage/session-storage.ts";
import { enumerate } from "../text/enumerate.ts";
import { callerSession } from "./caller-session.ts";
import { findSession } from "./find-session.ts";
import { liveSessions } from "./live-sessions.ts";

type Sessions = Pick<Context, "agents" | "caller" | "processes" | "workspace"> & { store: SessionStorage };

/** The named session, or the one that the call comes from. The error says why there is none; `next` is what to do then. */
export async function requestedSession(
  ctx: Sessions,
  key: string | undefined,
  next: string,
): Promise<Session> {
  if (key !== undefined) return await namedSession(ctx, key);
  const { worktree } = await ctx.workspace.locate(ctx.caller.cwd);
  const session = await callerSession(ctx, worktree);
  if (session) return session;
  throw new HoldfastError("not_found", await whyNone(ctx, worktree), { next });
}

/** A session by the id that it has for Holdfast or for its agent. */
export async function namedSession(
  ctx: Pick<Context, "agents"> & { store: SessionStorage },
  key: string,
): Promise<Session> {
  const session = await findSession(ctx, key);
  if (session) return session;
  throw new HoldfastError("not_found", `No session ${key} was seen here.`, {
    next: "See the ids of sessions with `holdfast list --all --json`.",
  });
}

async function whyNone(ctx: Sessions, worktree: string): Promise<string> {
  const live = ctx.caller.agent ? [] : await liveSessions(ctx, worktree);
  if (live.length === 0) return "No agent is at work in this directory.";
  return `Several sessions run here: ${enumerate(live.map(({ nativeId }) => nativeId))}.`;
}
