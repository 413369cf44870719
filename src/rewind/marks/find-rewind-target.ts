import { callerSession } from "../../checkpoints/caller-session.ts";
import { findCheckpoint } from "../../checkpoints/find-checkpoint.ts";
import { namedSession } from "../../checkpoints/named-session.ts";
import type { AgentAdapter } from "../../kernel/agent/agent.ts";
import type { Context } from "../../kernel/context.ts";
import { HoldfastError } from "../../kernel/errors.ts";
import type { Session } from "../../kernel/record.ts";
import type { StoredCheckpoint } from "../../kernel/storage/checkpoint-storage.ts";
import { enumerate } from "../../text/phrases.ts";
import { followBranchesNow } from "../follow-branches.ts";
import { readRewind } from "./mark-state.ts";
import { findLineage, listMarkRecords } from "./session-marks.ts";

/** Maximum number of marks and rewinds of a worktree that are searched. */
const RECORDS = 200;
/** Used if a person goes back before the agent has written a report. */
const NO_REPORT = "(No report was written. What happened is listed below.)";

export interface Target {
  session: Session;
  mark: StoredCheckpoint;
  adapter: AgentAdapter & Required<Pick<AgentAdapter, "forkAtMark">>;
  transcriptPath: string;
  report: string;
}

interface Wish {
  to?: string | undefined;
  session?: string | undefined;
  report?: string | undefined;
}

/**
 * Finds the mark that a person wants to go back to, whether open or completed, and the agent's report if there is one.
 */
export async function findRewindTarget(ctx: Context, wish: Wish): Promise<Target> {
  const named = await findNamedMark(ctx, wish.to);
  const session = await resolveSession(ctx, named, wish.session);
  const lineage = await findLineage(ctx.store, session);
  const isOwn = lineage.some(({ id, until }) => id === named?.sessionId && named.createdAt < until);
  if (named && !isOwn) throw foreignError(named, session);
  await followBranchesNow(ctx, session);
  const records = await listMarkRecords(ctx.store, lineage);
  const mark = named ?? findMark(records, wish.to);
  const rewind = records.find(({ trigger, parentId }) => trigger === "rewind" && parentId === mark.id);
  const reported = rewind && (await readRewind(ctx.store, rewind))?.report;
  const report = wish.report?.trim() || reported || NO_REPORT;
  return { session, mark, ...requireForkable(ctx, session), report };
}

async function findNamedMark(ctx: Context, to: string | undefined): Promise<StoredCheckpoint | undefined> {
  if (to === undefined || !/^chk_/i.test(to)) return undefined;
  const found = await findCheckpoint(ctx.store, to);
  if (found.kind === "mark" && found.trigger === "mark") return found;
  // The mark of a rewind is its parent.
  const parent =
    found.trigger === "rewind" && found.parentId ? await ctx.store.getCheckpoint(found.parentId) : undefined;
  if (parent) return parent;
  throw new HoldfastError("invalid_input", `${found.id} is not a mark.`, {
    next: "Run `holdfast list` to see the marks.",
  });
}

function foreignError({ id }: StoredCheckpoint, session: Session): HoldfastError {
  return new HoldfastError(
    "invalid_input",
    `${id} is a mark of another session, not of ${session.nativeId}.`,
    {
      next: "Omit --session, or choose a mark of that session.",
    },
  );
}

async function resolveSession(
  ctx: Context,
  mark: StoredCheckpoint | undefined,
  key: string | undefined,
): Promise<Session> {
  if (key !== undefined) return await namedSession(ctx, key);
  const { worktree } = await ctx.workspace.locate(ctx.caller.cwd);
  const caller = mark ? undefined : await callerSession(ctx, worktree);
  const sessionId = mark?.sessionId ?? caller?.id ?? (await findOnlyMarked(ctx, worktree));
  const session = await ctx.store.getSession(sessionId);
  if (session) return session;
  throw noMarkError("No session here has a mark.");
}

/** For a person at a terminal: the only session with marks. Throws if there are several. */
async function findOnlyMarked(ctx: Context, worktree: string): Promise<string> {
  const records = await ctx.store.listCheckpoints({ worktree, kind: "mark", limit: RECORDS });
  // A fork that has only the rewind with which it began does not count.
  const marks = records.filter(({ trigger }) => trigger === "mark");
  const sessions = [...new Set(marks.flatMap(({ sessionId }) => sessionId ?? []))];
  const [only, another] = sessions;
  if (only !== undefined && another === undefined) return only;
  if (only === undefined) throw noMarkError("No session here has a mark.");
  const ids = await ctx.store.nativeIds(sessions);
  throw new HoldfastError(
    "ambiguous_id",
    `Several sessions have marks here: ${enumerate([...ids.values()].slice(0, 5))}.`,
    {
      next: "Choose a session with --session, or a mark with --to.",
    },
  );
}

function findMark(records: readonly StoredCheckpoint[], to: string | undefined): StoredCheckpoint {
  const marks = records.filter(({ trigger, stepName }) => trigger === "mark" && stepName === null);
  const found =
    to === undefined
      ? marks.find(({ abandonedAt }) => abandonedAt === null)
      : marks.find(({ digest }) => digest === to);
  if (found) return found;
  throw noMarkError(
    to === undefined
      ? "The session has no mark."
      : `The session has no mark ${JSON.stringify(to.slice(0, 100))}.`,
  );
}

function noMarkError(message: string): HoldfastError {
  return new HoldfastError("not_found", message, { next: "An agent sets one with its tool `checkpoint`." });
}

function requireForkable(
  { agents }: Context,
  { agent, transcriptPath }: Session,
): Pick<Target, "adapter" | "transcriptPath"> {
  const adapter = agents.find(({ name }) => name === agent);
  const { forkAtMark } = adapter ?? {};
  if (!adapter || !forkAtMark || transcriptPath === null) {
    throw new HoldfastError(
      "not_supported",
      `A conversation of ${adapter?.title ?? agent} cannot be forked at a mark.`,
      {
        next: "Start a new conversation; `holdfast resume` brings the report.",
      },
    );
  }
  return { adapter: { ...adapter, forkAtMark }, transcriptPath };
}
