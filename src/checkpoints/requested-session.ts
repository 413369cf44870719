import type { Context } from "../kernel/context.ts";
import { HoldfastError } from "../kernel/errors.ts";
import type { Session, SessionSummary } from "../kernel/record.ts";
import type { SessionStorage } from "../kernel/storage/session-storage.ts";
import { type CloneDeps } from "../sessions/list-clones.ts";
import { bounded, oneLine } from "../text/bounded.ts";
import { neutralize } from "../text/neutralize.ts";
import { enumerate } from "../text/phrases.ts";
import { callerSession, liveSessions } from "./caller-session.ts";
import { findShownSession } from "./find-shown-session.ts";

export type NamedDeps = CloneDeps & Pick<Context, "agents" | "caller"> & { store: SessionStorage };
type Sessions = NamedDeps & Pick<Context, "processes">;

/** Finds the named session, or the one that the call comes from. `next` is the advice in the error if there is none. */
export async function requestedSession(
  ctx: Sessions,
  key: string | undefined,
  next: string,
): Promise<Session> {
  if (key !== undefined) return await namedSession(ctx, key);
  const { worktree } = await ctx.workspace.locate(ctx.caller.cwd);
  const session = await callerSession(ctx, worktree);
  if (session) return session;
  const live = ctx.caller.agent ? [] : await liveSessions(ctx, worktree);
  if (live.length === 0)
    throw new HoldfastError("not_found", "No agent is running in this directory.", { next });
  const named = await Promise.all(live.map((each) => describeSession(ctx.store, each)));
  throw new HoldfastError("ambiguous_id", `Several sessions are running here: ${enumerate(named)}.`, {
    next,
  });
}

const TITLE_CHARS = 48;

/** The id, the agent and what the session is about, by which a person recognizes it. */
async function describeSession(store: SessionStorage, { id, nativeId, agent }: SessionSummary) {
  const goal = (await store.getSession(id))?.capture.goal ?? null;
  const title = goal === null ? "" : `, "${bounded(oneLine(neutralize(goal)), TITLE_CHARS)}"`;
  return `${nativeId} (${agent}${title})`;
}

/** Finds a session by its Holdfast id, or by its agent's id, which may be shortened as lists show it. */
export async function namedSession(ctx: NamedDeps, key: string): Promise<Session> {
  const session = (await findSession(ctx, key)) ?? (await findShownSession(ctx, key));
  if (session) return session;
  throw new HoldfastError("not_found", `No session ${key} is known here.`, {
    next: "List session ids with `holdfast list --all --json`.",
  });
}

/** Finds a session by our id or by the id that any client uses for it. */
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
