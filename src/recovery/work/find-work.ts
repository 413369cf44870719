import { findAtStep } from "../../checkpoints/find-at-step.ts";
import { isNothingFound } from "../../checkpoints/find-checkpoint.ts";
import { findShownSession } from "../../checkpoints/find-shown-session.ts";
import { findSession } from "../../checkpoints/named-session.ts";
import type { Context } from "../../kernel/context.ts";
import { HoldfastError } from "../../kernel/errors.ts";
import type { Session } from "../../kernel/record.ts";
import type { CheckpointStorage, StoredCheckpoint } from "../../kernel/storage/checkpoint-storage.ts";
import type { SessionStorage } from "../../kernel/storage/session-storage.ts";
import { readerHere } from "../../sessions/as-here.ts";
import { isElsewhere } from "../../sessions/is-elsewhere.ts";
import type { CloneDeps } from "../../sessions/list-clones.ts";
import { formatAge } from "../record/last-worked-at.ts";

/** Earlier work: the current state of a session, or one checkpoint. */
export type Work =
  | { type: "session"; session: Session }
  | { type: "checkpoint"; checkpoint: StoredCheckpoint };

type FindDeps = CloneDeps &
  Pick<Context, "agents" | "caller"> & { store: CheckpointStorage & SessionStorage };

/**
 * Finds work by the name or id of a checkpoint, the id of a workflow, or the id of a session (complete, or a prefix as
 * lists show it). Throws `conflict` for a deleted checkpoint.
 */
export async function findWork(ctx: FindDeps, id: string): Promise<Work> {
  const exact = await findSession(ctx, id);
  if (exact) return { type: "session", session: await fromHere(ctx, exact) };
  try {
    const checkpoint = await findAtStep(ctx, id);
    refuseDeleted(checkpoint, ctx.clock());
    return { type: "checkpoint", checkpoint };
  } catch (error) {
    if (!isNothingFound(error)) throw error;
    const session = await findShownSession(ctx, id);
    if (session) return { type: "session", session: await fromHere(ctx, session) };
    if (id.startsWith("chk_")) throw error;
    const message = `No checkpoint or session of this project matches "${id.slice(0, 60)}".`;
    throw new HoldfastError("not_found", message, {
      cause: error,
      next: "Run `holdfast list` and `holdfast continue` to see what there is.",
    });
  }
}

/** A session of another machine as it is read in this clone of its project. */
async function fromHere(ctx: FindDeps, session: Session): Promise<Session> {
  if (!isElsewhere(session, ctx.processes)) return session;
  return (await readerHere(ctx))(session);
}

function refuseDeleted({ id, trashedAt }: StoredCheckpoint, now: number): void {
  if (trashedAt === null) return;
  throw new HoldfastError("conflict", `${id} was deleted ${formatAge(now - trashedAt)} ago.`, {
    next: `Restore it first: \`holdfast delete ${id} --undo\`.`,
  });
}
