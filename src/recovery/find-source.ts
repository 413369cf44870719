import type { StartSource } from "../kernel/agent-event.ts";
import type { Context } from "../kernel/context.ts";
import type { Session, SessionSummary } from "../kernel/record.ts";
import type { SessionStorage } from "../kernel/storage/session-storage.ts";
import { isLive } from "../sessions/is-live.ts";
import { type Choice, chooseSource } from "./choose-source.ts";

/** A session that begins, or that was compacted, and how. */
export interface Start {
  session: SessionSummary;
  source: StartSource;
  at: number;
  /** Sessions that turned out to be unreadable. */
  unreadable?: ReadonlySet<string>;
  /** A person asks, who may mean a session that still runs: nothing is taken away from it. */
  includeLive?: boolean;
}

type Finding = Pick<Context, "config" | "processes"> & { store: SessionStorage };

/** Looks up what a starting session may continue, and chooses. */
export async function findSource(ctx: Finding, start: Start): Promise<Choice> {
  const { session, source, at, unreadable, includeLive = false } = start;
  const seenSince = at - ctx.config.continuity.recoveryWindowMs;
  const filter = { projectId: session.projectId, seenSince, limit: 50 };
  const recent = (await ctx.store.listSessions(filter)).filter(({ id }) => !unreadable?.has(id));
  const candidates = recent.map((candidate) => ({
    session: candidate,
    live: !includeLive && isLive(candidate, { processes: ctx.processes, now: at, asking: session }),
    forgotten: isForgotten(ctx, candidate),
  }));
  return chooseSource(source, session, candidates);
}

function isForgotten({ config }: Finding, { endReason, dismissedAt }: SessionSummary): boolean {
  const isCleared = endReason === "clear" && config.recovery.afterClear === "nothing";
  return isCleared || dismissedAt !== null;
}

/** The session to recover from. One that was cleared before anything was asked leads back to the one before it. */
export async function findEarlier(store: SessionStorage, id: string): Promise<Session | undefined> {
  let session = await store.getSession(id);
  for (
    let steps = 0;
    session && session.promptCount === 0 && session.parentId !== null && steps < 20;
    steps++
  ) {
    session = await store.getSession(session.parentId);
  }
  return session;
}
