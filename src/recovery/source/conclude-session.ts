import { fromStoredPeriods } from "../../capture/branches/abandoned-periods.ts";
import { type Change, changesOf } from "../../capture/branches/abandoned-records.ts";
import { buildSessionCheckpoint } from "../../capture/build-session-checkpoint.ts";
import type { Capture } from "../../kernel/capture.ts";
import type { Identity } from "../../kernel/context.ts";
import type { Effect } from "../../kernel/event-handler.ts";
import type { Session } from "../../kernel/record.ts";
import type { CheckpointStorage } from "../../kernel/storage/checkpoint-storage.ts";

/**
 * Ends an earlier session on behalf of its successor. Saves a last checkpoint if the session was killed before it
 * could.
 */
export async function concludeSession(
  ctx: Identity & { store: CheckpointStorage },
  { earlier, capture, at }: { earlier: Session; capture: Capture; at: number },
  decided: readonly Effect[],
): Promise<{ checkpointId: string; effects: Effect[] }> {
  const left = { left: fromStoredPeriods(capture), before: earlier.capture.left, at };
  const changes = await changesOf(ctx.store, earlier, left);
  const abandoned = changes.map((change): Effect => ({ type: "abandon_checkpoint", ...change }));
  const newest = await newestOf(ctx.store, earlier.id, changes);
  const lost = { endedAt: earlier.endedAt ?? earlier.lastSeenAt, endReason: earlier.endReason ?? "lost" };
  if (newest !== undefined && newest.createdAt >= earlier.lastSeenAt) {
    const ended: Effect = { type: "save_session", session: { ...earlier, ...lost } };
    return {
      checkpointId: newest.id,
      effects: earlier.endedAt === null ? [...abandoned, ended] : abandoned,
    };
  }
  const made = await buildSessionCheckpoint(ctx, { session: earlier, capture, trigger: "recovered", at }, [
    ...decided,
    ...abandoned,
  ]);
  const saved: Effect = { type: "save_session", session: { ...made.session, ...lost, capture } };
  return { checkpointId: made.effect.checkpoint.id, effects: [...abandoned, made.effect, saved] };
}

async function newestOf(store: CheckpointStorage, sessionId: string, changes: readonly Change[]) {
  const newest = await store.listCheckpoints({ sessionId, limit: changes.length + 1 });
  return newest.find(({ id }) => !changes.some((change) => change.id === id));
}
