import { callerSession } from "../../checkpoints/caller-session.ts";
import type { Context } from "../../kernel/context.ts";
import { HoldfastError } from "../../kernel/errors.ts";
import type { Session } from "../../kernel/record.ts";
import type { CheckpointStorage, StoredCheckpoint } from "../../kernel/storage/checkpoint-storage.ts";
import type { ProjectStorage } from "../../kernel/storage/project-storage.ts";
import type { SessionStorage } from "../../kernel/storage/session-storage.ts";
import { createSession } from "../../sessions/create-session.ts";
import { findEarlier, findSource } from "../source/find-source.ts";
import { startOf } from "../source/find-work-areas.ts";
import { chooseAmong } from "./choose-among.ts";
import type { Work } from "./find-work.ts";
import { listContinuable, preferWorkHere } from "./find-work-elsewhere.ts";

type FindDeps = Pick<
  Context,
  "workspace" | "caller" | "clock" | "config" | "processes" | "agents" | "redactor" | "log"
> & {
  store: CheckpointStorage & SessionStorage & ProjectStorage;
};

/**
 * Finds the work to continue if no id was given: what a session that starts here would continue (`choose-source.ts`),
 * or the run of a workflow. For a person, this includes running sessions. If several are plausible, the error lists
 * them.
 */
export async function findWorkToResume(ctx: FindDeps): Promise<Work> {
  const { worktree, projectRoot } = await ctx.workspace.locate(ctx.caller.cwd);
  const own = ctx.caller.agent === undefined ? undefined : await callerSession(ctx, worktree);
  if (own && own.parentId !== null) return { type: "session", session: await ownLineage(ctx, own) };
  const project = await ctx.store.findProjectByRoot(projectRoot);
  const since = ctx.clock() - ctx.config.continuity.recoveryWindowMs;
  const asking = own ?? { ...nobody(ctx), worktree, projectId: project?.id ?? "" };
  const sessions = await plausibleSessions(ctx, asking, { isPerson: own === undefined });
  const loose = (await ctx.store.listCheckpoints({ worktree, since, limit: 50 })).filter(
    ({ sessionId }) => sessionId === null,
  );
  const found = chooseAmong({ sessions, loose, at: ctx.clock() });
  if (found) return await preferWorkHere(ctx, found);
  if (own && own.promptCount > 0) return { type: "session", session: own };
  return await preferWorkHere(ctx, await newestOf(ctx, worktree));
}

/**
 * The session that one starting here would continue without asking, however long ago it was. Undefined if there is none,
 * or if the work was done elsewhere, such as in another package.
 */
export async function findSessionHere(ctx: FindDeps): Promise<Session | undefined> {
  const { worktree, projectRoot } = await ctx.workspace.locate(ctx.caller.cwd);
  const project = await ctx.store.findProjectByRoot(projectRoot);
  const session = { ...nobody(ctx), worktree, projectId: project?.id ?? "" };
  const { choice } = await findSource(ctx, { session, source: "startup", at: ctx.clock() });
  if (choice.type === "earlier") return await findEarlier(ctx, choice.sessionId);
  return choice.type === "none" ? await newestStartedIn(ctx, worktree) : undefined;
}

async function newestStartedIn({ store, caller }: FindDeps, worktree: string): Promise<Session | undefined> {
  const recent = await listContinuable(store, worktree);
  const newest = recent.find((session) => startOf(session) === caller.cwd);
  return newest && (await store.getSession(newest.id));
}

/**
 * After a handoff, a session includes the work of the one that it continues. After `/clear` or a fork, the parent has
 * the work.
 */
async function ownLineage(ctx: FindDeps, own: Session): Promise<Session> {
  if (own.parentReason === "handoff" || own.parentId === null) return own;
  return (await findEarlier(ctx, own.parentId)) ?? own;
}

function nobody({ caller, clock }: FindDeps): Session {
  return createSession("", { agent: "", nativeSession: "", cwd: caller.cwd, at: clock() });
}

async function plausibleSessions(
  ctx: FindDeps,
  asking: Session,
  { isPerson }: { isPerson: boolean },
): Promise<Session[]> {
  const { choice } = await findSource(ctx, {
    session: asking,
    source: "startup",
    at: ctx.clock(),
    includeLive: isPerson,
  });
  const ids = choice.type === "ask" ? choice.sessionIds : choice.type === "earlier" ? [choice.sessionId] : [];
  const found = await Promise.all(ids.map((id) => findEarlier(ctx, id)));
  return found.filter((session) => session !== undefined);
}

/** The newest work, regardless of its age. Excludes dismissed sessions, which are continued only by id. */
async function newestOf({ store }: FindDeps, worktree: string): Promise<Work> {
  for (const checkpoint of await store.listCheckpoints({ worktree, limit: 50 })) {
    const session = checkpoint.sessionId === null ? undefined : await store.getSession(checkpoint.sessionId);
    if (!session) return { type: "checkpoint", checkpoint };
    if (session.dismissedAt === null) return asWork(session, checkpoint);
  }
  throw new HoldfastError("not_found", `There are no checkpoints of ${worktree} yet.`, {
    next: "Run `holdfast status` to see whether an agent is connected.",
  });
}

function asWork(session: Session, checkpoint: StoredCheckpoint): Work {
  return session.promptCount > 0 ? { type: "session", session } : { type: "checkpoint", checkpoint };
}
