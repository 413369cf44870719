import type { StartSource } from "../../kernel/agent/agent-event.ts";
import type { SessionSummary } from "../../kernel/record.ts";
import { startOf } from "./find-work-areas.ts";
import { isSuperseded } from "./is-superseded.ts";
import { isGeneral, isSameWork, shareWork, type WorkArea } from "./work-area.ts";

export interface Candidate {
  session: SessionSummary;
  live: boolean;
  /** The user cleared or dismissed it. It is continued only if it is requested by id. */
  forgotten: boolean;
  /** False if the user only typed "continue" or commands in it. */
  hasWork: boolean;
  /** Where it worked. In another worktree, this is not known. */
  area: WorkArea;
}

/** The recent sessions, and where the starting one is. */
interface Candidates {
  area: WorkArea;
  candidates: readonly Candidate[];
}

export type Choice =
  | { type: "own"; sessionId: string; reason: string }
  | { type: "earlier"; sessionId: string; reason: string }
  /** A single checkpoint, regardless of what its session did later. */
  | { type: "checkpoint"; checkpointId: string }
  | { type: "ask"; sessionIds: string[]; reason: string }
  | { type: "none"; reason: string };

/** Maximum number of choices that people can take in at a glance. */
const OFFERED = 3;

/**
 * Chooses which of the recent sessions the starting one continues: its own lineage first, then the newest session that is
 * over and worked in the same package of the same worktree, never a live one. If two sessions ran side by side, or the
 * work was done in another package or worktree of the project, these are different tasks, so that none is chosen and the
 * user is asked. Sessions without work are passed over, as if they had never been.
 */
export function chooseSource(source: StartSource, current: SessionSummary, known: Candidates): Choice {
  const parent = source === "startup" ? null : parentOf(current, source);
  if (source !== "startup" && parent !== null)
    return { type: "earlier", sessionId: parent, reason: REASONS[source] };
  if (source === "compact" || source === "resume") return own(current, source);
  return chooseEarlier(current, known.area, findLeaves(current, known));
}

/** The sessions that are over, and that no later one continues. */
function findLeaves(current: SessionSummary, { area, candidates }: Candidates): Candidate[] {
  const known = candidates.map(({ session }) => session);
  const others = candidates.filter(
    ({ session, hasWork }) => session.id !== current.id && hasWork && !isSuperseded(session, known),
  );
  const over = others.filter(
    ({ session, live, forgotten }) => !live && !forgotten && session.promptCount > 0,
  );
  return over.filter((candidate) => !isContinued(candidate, others, area));
}

function chooseEarlier(current: SessionSummary, area: WorkArea, leaves: readonly Candidate[]): Choice {
  const here = leaves.filter(({ session }) => session.worktree === current.worktree);
  const same = here.filter((candidate) => isSameWork(area, candidate.area));
  if (same.length > 0) return chooseHere(current, same);
  const isOnlyGeneral = here.length === 1 && here.every((candidate) => isGeneral(candidate.area));
  if (isOnlyGeneral) return chooseHere(current, here);
  if (here.length > 0) return ask(here, "They worked in another package of this worktree");
  if (leaves.length > 0) return ask(leaves, "They worked in another worktree of this project");
  return { type: "none", reason: "no earlier session of this project is over and recent" };
}

/** Of several sessions, the one that was started in the same directory, if only one was. */
function chooseHere(current: SessionSummary, here: readonly Candidate[]): Choice {
  const inDirectory = here.filter(({ session }) => startOf(session) === startOf(current));
  const [chosen, ...more] = inDirectory.length === 1 ? inDirectory : here;
  if (chosen && more.length === 0)
    return { type: "earlier", sessionId: chosen.session.id, reason: "newest here" };
  return ask(here, "They ran side by side in this worktree");
}

function ask(candidates: readonly Candidate[], reason: string): Choice {
  return { type: "ask", sessionIds: candidates.slice(0, OFFERED).map(({ session }) => session.id), reason };
}

const REASONS = {
  clear: "before the user cleared it",
  fork: "forked from it",
  compact: "same session, compacted",
  resume: "same session, resumed",
} as const satisfies Record<Exclude<StartSource, "startup">, string>;

/** The session before this one in the same conversation. One that goes on under a new id has it at its first start. */
function parentOf(
  { parentId, parentReason, incarnation }: SessionSummary,
  source: StartSource,
): string | null {
  if (source === "clear" || source === "fork") return parentId;
  return parentReason === source && incarnation === 1 ? parentId : null;
}

function own(current: SessionSummary, source: "compact" | "resume"): Choice {
  if (current.promptCount === 0) return { type: "none", reason: "nothing was asked yet" };
  return { type: "own", sessionId: current.id, reason: REASONS[source] };
}

/**
 * Whether a later session continues this one, or was offered it because it started after this one had ended. In one
 * worktree, only what worked in the same package counts: for the others, this one was neither expected nor missed.
 */
function isContinued(candidate: Candidate, others: readonly Candidate[], starting: WorkArea): boolean {
  const { session, area } = candidate;
  const isRelated = (later: Candidate) =>
    later.session.worktree !== session.worktree ||
    isGeneral(area) ||
    shareWork(area, later.area) ||
    (starting.home === "" && [area, later.area].every((each) => isSameWork(starting, each)));
  return others.some(
    (later) => isClearedWith(session, later) || (isLater(session, later.session) && isRelated(later)),
  );
}

/** Clearing a session in which nothing was asked yet forgets what its start continued. */
function isClearedWith(
  { id, lastSeenAt }: SessionSummary,
  { session: later, forgotten }: Candidate,
): boolean {
  const isUnused = later.parentId === id && later.promptCount === 0;
  return forgotten && isUnused && lastSeenAt <= (later.endedAt ?? 0);
}

function isLater(session: SessionSummary, other: SessionSummary): boolean {
  if (other.id === session.id || other.promptCount === 0) return false;
  return other.parentId === session.id || wasOffered(session, other);
}

/**
 * A session without an end counted as live and was not offered. After a clear or a fork, only the parent is offered.
 */
function wasOffered({ worktree, endedAt }: SessionSummary, other: SessionSummary): boolean {
  if (other.worktree !== worktree || endedAt === null) return false;
  return other.startedAt > endedAt && other.parentReason !== "clear" && other.parentReason !== "fork";
}
