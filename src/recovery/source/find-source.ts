import { catchUp } from "../../capture/read-transcript-tail.ts";
import type { StartSource } from "../../kernel/agent/agent-event.ts";
import type { ReadTranscripts } from "../../kernel/agent/transcript.ts";
import type { Context } from "../../kernel/context.ts";
import type { Session, SessionSummary } from "../../kernel/record.ts";
import type { CheckpointStorage } from "../../kernel/storage/checkpoint-storage.ts";
import type { SessionStorage } from "../../kernel/storage/session-storage.ts";
import { isLive } from "../../sessions/is-live.ts";
import { CHOSEN } from "../record/provenance.ts";
import { type Choice, chooseSource } from "./choose-source.ts";
import { readCandidates } from "./read-candidates.ts";
import { skipUnreadable } from "./skip-unreadable.ts";

/** The start of a session. */
export interface Start {
  session: SessionSummary;
  source: StartSource;
  at: number;
  transcripts?: ReadTranscripts;
  /** Ids of sessions that could not be read. */
  unreadable?: ReadonlySet<string>;
  /** Includes running sessions, which a person may ask for because they are only shown. */
  includeLive?: boolean;
  /** The id of the session or checkpoint that the user wants to continue (`holdfast continue`). */
  continues?: string | undefined;
}

type ReaderDeps = Pick<Context, "agents" | "redactor" | "clock" | "log"> & { store: SessionStorage };
type FindDeps = ReaderDeps &
  Pick<Context, "config" | "processes" | "workspace"> & { store: CheckpointStorage };

/** Maximum number of sessions without a reported prompt whose transcripts are read. */
const LOOKED_UP = 10;

/** A choice, and what it depends on. */
export interface ChosenSource {
  choice: Choice;
  basis: string;
}

/**
 * Finds what a starting session can continue, and chooses. An `earlier` choice, made before the store was locked, is
 * returned unless a session has changed since.
 */
export async function findSource(ctx: FindDeps, start: Start, earlier?: ChosenSource): Promise<ChosenSource> {
  const { session, at, unreadable } = start;
  const seenSince = at - ctx.config.continuity.recoveryWindowMs;
  const filter = { projectId: session.projectId, seenSince, limit: 50 };
  const recent = (await ctx.store.listSessions(filter)).filter(({ id }) => !unreadable?.has(id));
  const basis = basisOf(start, recent);
  return earlier?.basis === basis ? earlier : { choice: await chooseFrom(ctx, start, recent), basis };
}

/** Each write of a session increases its revision. The starting session is not stored yet, so its fields count. */
function basisOf({ session, source, continues, unreadable }: Start, recent: readonly SessionSummary[]) {
  const { parentId, parentReason, incarnation, promptCount, worktree, startedIn, cwd, pid } = session;
  const asking = [parentId, parentReason, incarnation, promptCount, worktree, startedIn, cwd, pid];
  const others = recent.filter(({ id }) => id !== session.id).map(({ id, revision }) => [id, revision]);
  return JSON.stringify([source, continues, [...(unreadable ?? [])], asking, others]);
}

async function chooseFrom(ctx: FindDeps, start: Start, recent: readonly SessionSummary[]): Promise<Choice> {
  const { session, source, at, transcripts, includeLive = false } = start;
  const named = source === "startup" ? await findNamed(ctx, start, recent) : undefined;
  if (named) return named;
  const known = await withPrompts(ctx, transcripts, recent);
  const candidates = known.map((candidate) => ({
    session: candidate,
    live: !includeLive && isLive(candidate, { processes: ctx.processes, now: at, asking: session }),
    forgotten: isForgotten(ctx, candidate),
  }));
  return chooseSource(source, session, await readCandidates(ctx, session, candidates));
}

/**
 * The choice that `holdfast continue` specified. Ignored in a client that inherited the variable from a client around
 * it.
 */
async function findNamed(
  ctx: FindDeps,
  { session, at, unreadable, continues }: Start,
  recent: readonly SessionSummary[],
): Promise<Choice | undefined> {
  if (continues === undefined || unreadable?.has(continues)) return undefined;
  const checkpoint = continues.startsWith("chk_") ? await ctx.store.getCheckpoint(continues) : undefined;
  const sessionId = checkpoint ? checkpoint.sessionId : continues;
  const isTaken = recent.some(
    (other) =>
      other.id !== session.id &&
      sessionId !== null &&
      other.parentId === sessionId &&
      isLive(other, { processes: ctx.processes, now: at, asking: session }),
  );
  if (isTaken || sessionId === session.id) return undefined;
  if (checkpoint) return { type: "checkpoint", checkpointId: checkpoint.id };
  const earlier = await ctx.store.getSession(continues);
  return earlier && { type: "earlier", sessionId: earlier.id, reason: CHOSEN };
}

function isForgotten({ config }: FindDeps, { endReason, dismissedAt }: SessionSummary): boolean {
  const isCleared = endReason === "clear" && config.recovery.afterClear === "nothing";
  return isCleared || dismissedAt !== null;
}

/** Counts the prompts of sessions whose hooks came late or not at all. Their transcripts contain the prompts. */
async function withPrompts(
  ctx: ReaderDeps,
  transcripts: ReadTranscripts | undefined,
  sessions: readonly SessionSummary[],
): Promise<SessionSummary[]> {
  const silent = sessions.filter(({ promptCount, transcriptPath }) => promptCount === 0 && transcriptPath);
  const lookedUp = new Map<string, number>();
  for (const { id } of silent.slice(0, LOOKED_UP)) {
    const found = await skipUnreadable(ctx, id, async () => {
      const stored = await ctx.store.getSession(id);
      return stored && (await catchUp(ctx, stored, transcripts));
    });
    if (found) lookedUp.set(id, found.promptCount);
  }
  return sessions.map((session) => ({
    ...session,
    promptCount: lookedUp.get(session.id) ?? session.promptCount,
  }));
}

/** The session to recover from. Skips sessions that were cleared before any prompt, in favor of their parents. */
export async function findEarlier(
  ctx: ReaderDeps,
  id: string,
  transcripts?: ReadTranscripts,
): Promise<Session | undefined> {
  let session = await ctx.store.getSession(id);
  for (let steps = 0; session && session.parentId !== null && steps < 20; steps++) {
    if (await wasAsked(ctx, session, transcripts)) break;
    session = await ctx.store.getSession(session.parentId);
  }
  return session;
}

async function wasAsked(ctx: ReaderDeps, session: Session, transcripts?: ReadTranscripts): Promise<boolean> {
  return session.promptCount > 0 || (await catchUp(ctx, session, transcripts)).promptCount > 0;
}
