import type { Delivery, Session } from "../kernel/record.ts";
import type { CheckpointStorage } from "../kernel/storage/checkpoint-storage.ts";
import type { DeliveryStorage } from "../kernel/storage/delivery-storage.ts";
import type { SessionStorage } from "../kernel/storage/session-storage.ts";
import { isRecovery } from "../recovery/delivered-facts.ts";
import type { LogSession } from "./log-types.ts";

type RecoveredWork = LogSession["recovered"];
type Storage = DeliveryStorage & CheckpointStorage & SessionStorage;

/** Which earlier work was delivered to each of these sessions. One query for each kind of record. */
export async function readRecoveries(
  store: Storage,
  sessions: readonly Session[],
): Promise<Map<string, RecoveredWork>> {
  const deliveries = (await store.deliveriesOf(sessions.map(({ id }) => id))).filter(isRecovery);
  const sourceOf = await findSources(store, deliveries);
  const recovered = new Map<string, RecoveredWork>();
  for (const { sessionId, checkpointId, at, arrivedAt } of deliveries) {
    const times = { at: new Date(at).toISOString(), arrived: arrivedAt !== null };
    const known = recovered.get(sessionId) ?? [];
    recovered.set(sessionId, [...known, { ...times, checkpoint: checkpointId, ...sourceOf(checkpointId) }]);
  }
  return recovered;
}

/** Returns a function that finds the session of a checkpoint. */
async function findSources(store: Storage, deliveries: readonly Delivery[]) {
  const ids = [...new Set(deliveries.flatMap(({ checkpointId }) => checkpointId ?? []))];
  const checkpoints = new Map((await store.getCheckpoints(ids)).map((one) => [one.id, one]));
  const sessionIds = [...new Set([...checkpoints.values()].flatMap(({ sessionId }) => sessionId ?? []))];
  const nativeIds = await store.nativeIds(sessionIds);
  return (checkpointId: string | null) => {
    const source = checkpoints.get(checkpointId ?? "");
    const session = source?.sessionId ?? null;
    return { session, nativeId: nativeIds.get(session ?? "") ?? null, agent: source?.agent ?? null };
  };
}
