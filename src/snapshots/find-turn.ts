import type { Context } from "../kernel/context.ts";
import type { HoldfastError } from "../kernel/errors.ts";
import type { Session } from "../kernel/record.ts";
import type { Snapshot, Turn } from "../kernel/snapshot.ts";
import { count } from "../text/phrases.ts";
import { countTurns } from "./count-turns.ts";
import { findBeforeTurn } from "./find-before-turn.ts";
import { refuseEarlier } from "./imported-files.ts";
import { nameSessions } from "./name-sessions.ts";
import { joinNotes, notCaptured, nothingCaptured, type RestoreTarget } from "./restore-target.ts";
import { isRealTurn } from "./running-turns.ts";
import { findSessionsHere, type SessionsHere } from "./sessions-here.ts";
import type { WorktreeState } from "./worktree-state.ts";

export interface TurnInput {
  turn: number;
  /** Its session (default: the newest one here). */
  session: string | undefined;
  /** What came from other machines, oldest first. */
  imported: readonly Snapshot[];
  worktree: string;
  state: Pick<WorktreeState, "latest" | "running">;
}

type FindingDeps = Pick<Context, "store" | "processes">;

/** The moment before a turn. A session is named where another one may be meant. */
export async function findTurn(
  ctx: FindingDeps,
  timeline: readonly Snapshot[],
  { turn, session: asked, imported, worktree, state }: TurnInput,
): Promise<RestoreTarget> {
  const here = await findSessionsHere(ctx, { worktree, own: timeline, imported });
  const session = asked ?? here.newest;
  if (!session) throw nothingCaptured();
  refuseEarlier({ own: timeline, imported }, { session, turn });
  const record = await ctx.store.getSession(session);
  const name = (await nameSessions(ctx.store, [session]))(session);
  const other = asked === undefined ? await nameOther(ctx, here, { session, turn }) : null;
  if (record) await refuseUnknown(ctx, timeline, { record, turn, name, isNamed: asked !== undefined });
  const latest = record && wasHere(record, { worktree, timeline }) ? state.latest : null;
  const known = { ...state, prompted: promptedAt(record, turn), latest };
  const found = findBeforeTurn(timeline, { session, turn }, known);
  if (!found) throw uncaptured(timeline, { session, turn }, { name, other });
  const which = here.areSeveral ? ` of session ${name}` : "";
  return {
    snapshot: found.snapshot,
    label: `before turn ${turn}${which}`,
    session,
    conversation: session,
    turn,
    note: joinNotes(found.note, other),
  };
}

async function refuseUnknown(
  ctx: Pick<Context, "store">,
  timeline: readonly Snapshot[],
  { record, turn, name, isNamed }: { record: Session; turn: number; name: string; isNamed: boolean },
): Promise<void> {
  if (hasTurn(record, timeline, turn)) return;
  const having = isNamed ? null : await nameHaving(ctx, timeline, turn);
  const turns = count(countTurns(record, timeline), "turn");
  throw notCaptured(`Session ${name} has ${turns}; there is no turn ${turn}.`, having);
}

function hasTurn(record: Session, timeline: readonly Snapshot[], turn: number): boolean {
  return turn >= 1 && turn <= countTurns(record, timeline);
}

/** Of the sessions that have such a turn, the one that changed files here last. */
async function nameHaving(
  { store }: Pick<Context, "store">,
  timeline: readonly Snapshot[],
  turn: number,
): Promise<string | null> {
  const worked = timeline.flatMap(({ turns }) => turns.filter(isRealTurn)).toReversed();
  for (const id of new Set(worked.map(({ session }) => session))) {
    const record = await store.getSession(id);
    if (!record || !hasTurn(record, timeline, turn)) continue;
    const name = (await nameSessions(store, [id]))(id);
    return `Another session here has a turn ${turn}: \`holdfast restore ${turn} --session ${name}\`.`;
  }
  return null;
}

/** Whether a session of this machine began in the worktree, or moved there. */
function wasHere(
  { id, machine, worktree }: Session,
  here: { worktree: string; timeline: readonly Snapshot[] },
): boolean {
  if (machine !== null) return false;
  return worktree === here.worktree || here.timeline.some(({ session }) => session === id);
}

/** The newest session may only have read files, and the person means the one before. */
async function nameOther(
  { store }: Pick<Context, "store">,
  { changedLast }: SessionsHere,
  { session, turn }: Turn,
): Promise<string | null> {
  if (changedLast === undefined || changedLast === session) return null;
  const name = (await nameSessions(store, [changedLast]))(changedLast);
  return `Another session changed files here last: \`holdfast restore ${turn} --session ${name}\`.`;
}

/** When the prompt of a turn was sent; undefined if that is not known for sure. */
function promptedAt(record: Session | undefined, turn: number): number | undefined {
  const { prompts = [] } = record?.capture ?? {};
  return prompts.length === record?.promptCount ? prompts[turn - 1]?.at : undefined;
}

function uncaptured(
  timeline: readonly Snapshot[],
  { turn, session }: Turn,
  { name, other }: { name: string; other: string | null },
): HoldfastError {
  const known = timeline.flatMap(({ turns }) => turns.filter((each) => each.session === session));
  const turns = [...new Set(known.map((each) => each.turn))].join(", ") || "none";
  return notCaptured(
    `The files from before turn ${turn} of session ${name} were not captured here. Captured turns with changes: ${turns}.`,
    other,
  );
}
