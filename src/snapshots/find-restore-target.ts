import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { findByNameOrId, isNothingFound } from "../checkpoints/find-checkpoint.ts";
import { type NamedDeps, namedSession } from "../checkpoints/named-session.ts";
import type { Context } from "../kernel/context.ts";
import { HoldfastError } from "../kernel/errors.ts";
import type { Checkpoint, Session } from "../kernel/record.ts";
import type { Snapshot, Turn } from "../kernel/snapshot.ts";
import { count } from "../text/phrases.ts";
import { shortSessionId } from "../text/short-session-id.ts";
import { findForImported, refuseEarlier, targetOfImported } from "./imported-files.ts";
import type { RestoreTarget } from "./restore-target.ts";

type FindingDeps = NamedDeps & Pick<Context, "store">;

interface TargetInput {
  text: string;
  /** The session of a turn number (default: the newest one with a snapshot). */
  session: string | undefined;
  /** What came from other machines, oldest first. */
  imported: readonly Snapshot[];
}

/** Finds the snapshot for a turn number, a checkpoint, a name, or the id of a snapshot. */
export async function findRestoreTarget(
  ctx: FindingDeps,
  timeline: readonly Snapshot[],
  { text, session, imported }: TargetInput,
): Promise<RestoreTarget> {
  const asked = text.trim();
  if (/^\d{1,6}$/.test(asked))
    return await findExistingTurn(ctx, timeline, { turn: Number(asked), session, imported });
  const own = timeline.find(({ id }) => id === asked);
  if (own) return { snapshot: own, label: own.id, session: own.session, turn: null, note: null };
  const arrived = imported.find(({ id }) => id === asked);
  if (arrived) return targetOfImported(arrived, null);
  const checkpoint = await findByNameOrId(ctx, asked).catch((error) => explain(ctx, error, asked));
  const fromElsewhere = findForImported({ own: timeline, imported }, checkpoint);
  return fromElsewhere ?? findForCheckpoint(timeline, checkpoint);
}

/** Somebody who names only a file or a session left out the moment. */
async function explain(ctx: FindingDeps, error: unknown, asked: string): Promise<never> {
  if (!isNothingFound(error)) throw error;
  if (existsSync(resolve(ctx.caller.cwd, asked))) throw withoutMoment(`${asked} is a file`, "changes", asked);
  const session = await namedSession(ctx, asked).catch(() => undefined);
  if (!session) throw error;
  const id = shortSessionId(session.nativeId);
  throw withoutMoment(`${asked} is a session`, `changes ${id}`, `--session ${id}`);
}

function withoutMoment(what: string, look: string, rest: string): HoldfastError {
  return new HoldfastError("invalid_input", `${what}, but a restore needs the moment to go back to.`, {
    next: `Run \`holdfast ${look}\` to see the turns, then \`holdfast restore <turn> ${rest}\`.`,
  });
}

/** The id of a session that a person names. Its snapshots may outlive its record. */
export async function resolveSessionId(
  ctx: NamedDeps,
  timeline: readonly Snapshot[],
  key: string,
): Promise<string> {
  if (timeline.some(({ session }) => session === key)) return key;
  return (await namedSession(ctx, key)).id;
}

async function findExistingTurn(
  { store }: Pick<Context, "store">,
  timeline: readonly Snapshot[],
  { turn, session: asked, imported }: { turn: number } & Omit<TargetInput, "text">,
): Promise<RestoreTarget> {
  const isOfSession = ({ session }: Snapshot) => session !== null;
  const session = asked ?? (timeline.findLast(isOfSession) ?? imported.findLast(isOfSession))?.session;
  if (!session) throw notCaptured("No turn was captured in this directory.");
  refuseEarlier({ own: timeline, imported }, { session, turn });
  const record = await store.getSession(session);
  const turns = record?.promptCount ?? Number.POSITIVE_INFINITY;
  if (turn < 1 || turn > turns)
    throw notCaptured(`The session has ${count(turns, "turn")}; there is no turn ${turn}.`);
  const name = record ? shortSessionId(record.nativeId) : session;
  const prompted = promptedAt(record, turn);
  return withNoteOfLate(findTurn(timeline, { turn, session, name, prompted }), prompted);
}

/** When the prompt of a turn was sent; undefined if that is not known for sure. */
function promptedAt(record: Session | undefined, turn: number): number | undefined {
  const { prompts = [] } = record?.capture ?? {};
  return prompts.length === record?.promptCount ? prompts[turn - 1]?.at : undefined;
}

/** An agent does nothing that soon. */
const SOON_MS = 1_000;

/** Without a daemon, or on a busy machine, an agent may be at work before the files are captured. */
function withNoteOfLate(target: RestoreTarget, prompted: number | undefined): RestoreTarget {
  const { createdAt, completedAt = createdAt } = target.snapshot;
  const late = completedAt - (prompted ?? completedAt);
  if (late <= SOON_MS) return target;
  const seconds = count(Math.round(late / 1_000), "second");
  const note = `These files were captured ${seconds} after the prompt: what was changed by then does not come back.`;
  return { ...target, note };
}

/** The files as they were when the prompt of the turn was sent. */
function findTurn(
  timeline: readonly Snapshot[],
  { turn, session, name, prompted }: Turn & { name: string; prompted: number | undefined },
): RestoreTarget {
  const found = findBefore(timeline, { session, turn }, prompted);
  if (found) return { ...found, label: `before turn ${turn}`, session, turn };
  const known = timeline.flatMap(({ turns }) => turns.filter((each) => each.session === session));
  const turns = [...new Set(known.map((each) => each.turn))].join(", ") || "none";
  throw notCaptured(
    `The files from before turn ${turn} of session ${name} were not captured. Captured turns with changes: ${turns}.`,
  );
}

function findBefore(
  timeline: readonly Snapshot[],
  asked: Turn,
  prompted: number | undefined,
): Pick<RestoreTarget, "snapshot" | "note"> | undefined {
  const first = timeline.findIndex((each) => isAfter(each, asked));
  const until = first === -1 ? timeline : timeline.slice(0, first);
  const own = until.find((each) => isPromptOf(each, asked));
  if (own) return { snapshot: own, note: null };
  const last = first === -1 ? until.findLast(({ session }) => session === asked.session) : until.at(-1);
  const snapshot = findAtPrompt(until, prompted) ?? last;
  if (!snapshot) return undefined;
  const next = timeline[timeline.indexOf(snapshot) + 1];
  const isNext = next === undefined || next.previous === snapshot.id;
  return { snapshot, note: isNext ? noteOfHaste(next, asked) : EARLIER };
}

function isPromptOf({ moment, session, turn }: Snapshot, asked: Turn): boolean {
  return moment === "prompt" && session === asked.session && turn === asked.turn;
}

/**
 * After a turn that changed nothing, others may have changed files before the next one begins. Undefined if it is not
 * known which files the prompt found.
 */
function findAtPrompt(timeline: readonly Snapshot[], prompted: number | undefined): Snapshot | undefined {
  if (prompted === undefined) return undefined;
  const next = timeline.findIndex(
    ({ createdAt, previousUntil = 0 }) => createdAt > prompted && previousUntil >= prompted,
  );
  return timeline[next - 1];
}

/** The files of the prompt contain what the turn had changed by then, so they are not those from before it. */
function noteOfHaste(first: Snapshot | undefined, asked: Turn): string | null {
  if (!first || !isPromptOf(first, asked)) return null;
  return first.turns.some(({ session, turn }) => session === asked.session && turn === asked.turn)
    ? HASTY
    : null;
}

const HASTY =
  "The agent was already at work when the files of this prompt were captured, so these are from before it. What you changed between them and the prompt counts as the turn's.";

const EARLIER =
  "Snapshots that followed this one were deleted, so these files may be older than the beginning of this turn.";

/**
 * Whether it was taken in a turn or later. A turn that changed nothing has no snapshot, but the next one begins with one.
 * If those of the turn were deleted, others of its time, such as that of a named checkpoint, may be left.
 */
function isAfter({ turns, ...own }: Snapshot, { session, turn }: Turn): boolean {
  const least = own.moment === "prompt" ? turn + 1 : turn;
  const isLater = own.session === session && (own.turn ?? 0) >= least;
  return isLater || turns.some((each) => each.session === session && each.turn >= turn);
}

function findForCheckpoint(timeline: readonly Snapshot[], checkpoint: Checkpoint): RestoreTarget {
  const { id, name, createdAt, sessionId: session } = checkpoint;
  const label = name ?? id;
  const exact = timeline.find((each) => each.checkpoint === id);
  if (exact) return { snapshot: exact, label, session, turn: null, note: null };
  const nearest = timeline.findLast((each) => each.createdAt <= createdAt);
  if (!nearest) throw notCaptured(`${label} has no snapshot of the files of this directory.`);
  const minutes = Math.round((createdAt - nearest.createdAt) / 60_000);
  const note = `${label} has no snapshot of its own; the files were captured ${count(minutes, "minute")} before it.`;
  return { snapshot: nearest, label, session, turn: null, note };
}

function notCaptured(message: string): HoldfastError {
  return new HoldfastError("not_found", message, {
    next: "Run `holdfast changes` to see the turns whose files were captured.",
  });
}
