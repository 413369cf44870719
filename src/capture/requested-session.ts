import { callerSession, liveSessions } from "../checkpoints/caller-session.ts";
import { type NamedDeps, namedSession } from "../checkpoints/named-session.ts";
import type { Context } from "../kernel/context.ts";
import { HoldfastError } from "../kernel/errors.ts";
import type { Session, SessionSummary } from "../kernel/record.ts";
import type { SessionStorage } from "../kernel/storage/session-storage.ts";
import { bounded } from "../text/bounded.ts";
import { neutralize } from "../text/neutralize.ts";
import { enumerate } from "../text/phrases.ts";
import { workSubject } from "./work-subject.ts";

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
  const capture = (await store.getSession(id))?.capture;
  const subject = capture ? workSubject(capture) : "";
  const title = subject === "" ? "" : `, "${bounded(neutralize(subject), TITLE_CHARS)}"`;
  return `${nativeId} (${agent}${title})`;
}
