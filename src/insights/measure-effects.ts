import * as z from "zod";
import { tryLoadState } from "../checkpoints/state/load/load-state.ts";
import { HoldfastError } from "../kernel/errors.ts";
import type { JsonValue } from "../kernel/json.ts";
import type { Checkpoint, Delivery, Session } from "../kernel/record.ts";
import type { CheckpointStorage } from "../kernel/storage/checkpoint-storage.ts";
import type { DeliveryStorage } from "../kernel/storage/delivery-storage.ts";
import type { NodeStorage } from "../kernel/storage/node-storage.ts";
import { listRecoveries } from "../recovery/delivered-facts.ts";
import { measureReuse, Reuse } from "./measure-reuse.ts";

/**
 * What a session received at its start. `recovered`: the record of an earlier session. `asked`: several sessions to
 * choose from, of which it chose none. `cold`: nothing. `restored`: its own record after a compaction or pause.
 */
export const STARTS = ["recovered", "asked", "cold", "restored"] as const;

export const SessionEffect = z.object({
  session: z.string(),
  agent: z.string(),
  startedAt: z.string(),
  start: z.enum(STARTS),
  prompts: z.number(),
  /** The delivered checkpoint; if there was none, the newest of the worktree that could have been delivered. */
  checkpoint: z.string().nullable(),
  /** Null if there is nothing to compare with. */
  reuse: Reuse.nullable(),
});

export type SessionEffect = z.infer<typeof SessionEffect>;

type Records = CheckpointStorage & NodeStorage & DeliveryStorage;

interface Basis {
  start: SessionEffect["start"];
  checkpoint: Checkpoint | undefined;
  since: number;
}

/**
 * Measures how much a session used of what it received: one effect for its start, and one for its own record if it got
 * that.
 */
export async function measureEffects(store: Records, session: Session): Promise<SessionEffect[]> {
  const effects: SessionEffect[] = [];
  for (const { start, checkpoint, since } of await findBases(store, session)) {
    const state = checkpoint && (await tryReadState(store, checkpoint));
    const use = { capture: session.capture, worktree: session.worktree, since, isOwn: start === "restored" };
    effects.push({
      session: session.id,
      agent: session.agent,
      startedAt: new Date(session.startedAt).toISOString(),
      start,
      prompts: session.promptCount,
      checkpoint: checkpoint?.id ?? null,
      reuse: state === undefined ? null : measureReuse({ state, worktree: checkpoint?.worktree ?? "" }, use),
    });
  }
  return effects;
}

async function findBases(store: CheckpointStorage & DeliveryStorage, session: Session): Promise<Basis[]> {
  const deliveries = (await listRecoveries(store, session.id)).filter(({ arrivedAt }) => arrivedAt !== null);
  const delivered: { at: number; checkpoint: Checkpoint }[] = [];
  for (const { checkpointId, at } of deliveries) {
    const checkpoint = checkpointId === null ? undefined : await store.getCheckpoint(checkpointId);
    if (checkpoint) delivered.push({ at, checkpoint });
  }
  const earlier = delivered.find(({ checkpoint }) => checkpoint.sessionId !== session.id);
  const own = delivered.find(({ checkpoint }) => checkpoint.sessionId === session.id);
  return [
    earlier
      ? { start: "recovered", checkpoint: earlier.checkpoint, since: earlier.at }
      : await findControlBasis(store, session, deliveries),
    ...(own ? [{ start: "restored", checkpoint: own.checkpoint, since: own.at } as const] : []),
  ];
}

/** The control group: the same measure for a session that received no record. */
async function findControlBasis(
  store: CheckpointStorage,
  session: Session,
  deliveries: readonly Delivery[],
): Promise<Basis> {
  const [first] = deliveries.filter(({ incarnation }) => incarnation === 1);
  const since = first?.at ?? session.startedAt;
  // It received a checkpoint that has been pruned since.
  if (first && first.checkpointId !== null) return { start: "recovered", checkpoint: undefined, since };
  // Offering a choice saves checkpoints at that moment, hence `+ 1`.
  const filter = { worktree: session.worktree, kind: "digest", until: since + 1, limit: 5 };
  const newest = await store.listCheckpoints(filter);
  const checkpoint = newest.find(({ sessionId }) => sessionId !== session.id);
  return { start: first ? "asked" : "cold", checkpoint, since };
}

/** Returns undefined if the state is damaged, so that the statistics do not fail. */
async function tryReadState(store: NodeStorage, { stateRoot }: Checkpoint): Promise<JsonValue | undefined> {
  const read = await tryLoadState(store, stateRoot);
  return read instanceof HoldfastError ? undefined : read.state;
}
