import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { isTurnNumber } from "../checkpoints/checkpoint-name.ts";
import { findByNameOrId, isNothingFound } from "../checkpoints/find-checkpoint.ts";
import { type NamedDeps, namedSession } from "../checkpoints/named-session.ts";
import type { Context } from "../kernel/context.ts";
import { HoldfastError } from "../kernel/errors.ts";
import type { Checkpoint } from "../kernel/record.ts";
import type { Snapshot } from "../kernel/snapshot.ts";
import { count } from "../text/phrases.ts";
import { shortSessionId } from "../text/short-session-id.ts";
import { findTurn, type TurnInput } from "./find-turn.ts";
import { findForImported, targetOfImported } from "./imported-files.ts";
import { notCaptured, type RestoreTarget } from "./restore-target.ts";

type FindingDeps = NamedDeps & Pick<Context, "store">;

/** Finds the snapshot for a turn number, a checkpoint, a name, or the id of a snapshot. */
export async function findRestoreTarget(
  ctx: FindingDeps,
  timeline: readonly Snapshot[],
  { text, imported, ...where }: { text: string } & Omit<TurnInput, "turn">,
): Promise<RestoreTarget> {
  const asked = text.trim();
  if (isTurnNumber(asked)) return await findTurn(ctx, timeline, { turn: Number(asked), imported, ...where });
  const own = timeline.find(({ id }) => id === asked);
  if (own) return { snapshot: own, label: own.id, ...sessionsOf(own, own.session), turn: null, note: null };
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

function findForCheckpoint(timeline: readonly Snapshot[], checkpoint: Checkpoint): RestoreTarget {
  const { id, name, createdAt, sessionId: session } = checkpoint;
  const label = name ?? id;
  const exact = timeline.find((each) => each.checkpoint === id);
  if (exact) return { snapshot: exact, label, ...sessionsOf(exact, session), turn: null, note: null };
  const nearest = timeline.findLast((each) => each.createdAt <= createdAt);
  if (!nearest) throw notCaptured(`${label} has no snapshot of the files of this directory.`);
  const minutes = Math.round((createdAt - nearest.createdAt) / 60_000);
  const note = `${label} has no snapshot of its own; the files were captured ${count(minutes, "minute")} before it.`;
  return { snapshot: nearest, label, session, conversation: session, turn: null, note };
}

/** What a person saved is a moment of the directory: the session with which it was saved may be any that was open. */
function sessionsOf(
  { byPerson }: Snapshot,
  session: string | null,
): Pick<RestoreTarget, "session" | "conversation"> {
  return { session: byPerson === true ? null : session, conversation: session };
}
