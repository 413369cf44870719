import type { DeliveryStorage } from "../kernel/storage/delivery-storage.ts";
import type { PendingReply, ReplyStorage } from "../kernel/storage/reply-storage.ts";
import { isDeliveryOf } from "../sessions/is-delivery-of.ts";

const MAX_PENDING = 1_000;

/** Gives up what is pending because of these checkpoints, so that no later reply brings a record that was deleted. */
export async function withdrawDeliveries(
  { store }: { store: DeliveryStorage & ReplyStorage },
  checkpointIds: readonly string[],
): Promise<void> {
  const pending = await store.listPendingReplies({ limit: MAX_PENDING });
  const withdrawn: PendingReply[] = [];
  for (const session of new Set(pending.map(({ sessionId }) => sessionId))) {
    const deliveries = (await store.listDeliveries(session)).filter(
      ({ checkpointId }) => checkpointId !== null && checkpointIds.includes(checkpointId),
    );
    withdrawn.push(...pending.filter((one) => deliveries.some((each) => isDeliveryOf(each, one))));
  }
  await store.deletePendingReplies(withdrawn.map(({ id }) => id));
}
