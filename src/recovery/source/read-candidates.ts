import { hasWork } from "../../capture/has-work.ts";
import type { Capture } from "../../kernel/capture.ts";
import type { Context } from "../../kernel/context.ts";
import type { SessionSummary } from "../../kernel/record.ts";
import type { SessionStorage } from "../../kernel/storage/session-storage.ts";
import type { Candidate } from "./choose-source.ts";
import { findWorkAreas } from "./find-work-areas.ts";
import { ROOT_AREA, type WorkArea } from "./work-area.ts";

/** What is known of a candidate before its capture is read. */
export type KnownCandidate = Pick<Candidate, "session" | "live" | "forgotten">;

/** Maximum number of captures that are read. They are long, and a start has little time. */
const READ = 20;
/** After so many prompts, one of them was about work. */
const FEW_PROMPTS = 10;

/**
 * Adds what only the captures tell: whether there is work to continue, and in which packages. The latter is read only if
 * the session starts below the root of its worktree.
 */
export async function readCandidates(
  ctx: Pick<Context, "workspace"> & { store: SessionStorage },
  current: SessionSummary,
  known: readonly KnownCandidate[],
): Promise<{ area: WorkArea; candidates: Candidate[] }> {
  const { worktree } = current;
  const [area = ROOT_AREA] = await findWorkAreas(ctx.workspace, worktree, [current]);
  const isNeeded = ({ session, live, forgotten }: KnownCandidate) =>
    (area.home !== "" && session.worktree === worktree) ||
    (!live && !forgotten && session.promptCount > 0 && session.promptCount <= FEW_PROMPTS);
  const captures = new Map<string, Capture>();
  for (const { session } of known.filter(isNeeded).slice(0, READ)) {
    const stored = await ctx.store.getSession(session.id);
    if (stored) captures.set(session.id, stored.capture);
  }
  const here = known.filter(({ session }) => session.worktree === worktree);
  const located = here.map(({ session }) => ({ ...session, capture: captures.get(session.id) }));
  const found = await findWorkAreas(ctx.workspace, worktree, located);
  const areas = new Map(here.map(({ session }, i) => [session.id, found[i] ?? ROOT_AREA]));
  const candidates = known.map((candidate) => ({
    ...candidate,
    hasWork: candidate.live || candidate.forgotten || mayHaveWork(captures.get(candidate.session.id)),
    area: areas.get(candidate.session.id) ?? ROOT_AREA,
  }));
  return { area, candidates };
}

/** A capture without prompts is damaged, or its transcript has them. */
function mayHaveWork(capture: Capture | undefined): boolean {
  return capture === undefined || capture.prompts.length === 0 || hasWork(capture);
}
