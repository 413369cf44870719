import * as z from "zod";
import { requestedSession } from "../../capture/requested-session.ts";
import { namedSession } from "../../checkpoints/named-session.ts";
import type { Context } from "../../kernel/context.ts";
import { HoldfastError } from "../../kernel/errors.ts";
import { defineOperation, flag } from "../../kernel/operation.ts";
import type { Session } from "../../kernel/record.ts";
import type { CheckpointStorage } from "../../kernel/storage/checkpoint-storage.ts";
import type { DeliveryStorage } from "../../kernel/storage/delivery-storage.ts";
import type { ReplyStorage } from "../../kernel/storage/reply-storage.ts";
import type { SessionStorage } from "../../kernel/storage/session-storage.ts";
import { changeSession, retryConflict, writeSession } from "../../sessions/change-session.ts";
import { deliverRecovery } from "../deliver-recovery.ts";
import { listRecoveries } from "../delivered-facts.ts";
import { withoutRecord } from "../withdraw-recovery.ts";

/** More pending replies than a session ever has. */
const PENDING = 50;
const NEXT = "Pass the session id: `holdfast dismiss <session>`.";

/** Detaches the record from this session and excludes it from recovery. The record itself is kept. */
export const dismiss = defineOperation({
  name: "dismiss",
  group: "sessions",
  summary: "Withdraw the record delivered to a session",
  positional: ["session"],
  readOnly: false,
  input: z.object({
    session: z
      .string()
      .max(128)
      .optional()
      .describe("Session id (default: calling session); with --undo, the earlier session"),
    earlier: z
      .string()
      .max(128)
      .optional()
      .describe(
        "Earlier session that no session shall continue, instead of the one that received its record",
      ),
    undo: flag("Allow new sessions to continue the earlier one again"),
  }),
  output: z.object({
    session: z.string(),
    dismissed: z.string(),
    /** True if it had been dismissed before, so that nothing changed. */
    already: z.boolean(),
    /** True if it may be continued again. */
    undone: z.boolean(),
  }),
  async run(ctx, { session: key, earlier: excluded, undo }) {
    if (excluded !== undefined) return await exclude(ctx, excluded, undo);
    if (undo && key !== undefined) return await exclude(ctx, key, undo);
    if (undo)
      throw new HoldfastError("invalid_input", "--undo needs the earlier session.", {
        next: "Pass it: `holdfast dismiss <session> --undo`.",
      });
    const session = await requestedSession(ctx, key, NEXT);
    const { earlier, already } = await retryConflict(() =>
      ctx.store.transaction((store) => dismissFrom(ctx, store, session)),
    );
    return { session: session.nativeId, dismissed: earlier.nativeId, already, undone: false };
  },
});

/** Excludes a session from recovery that no other one has received, or takes that back. */
async function exclude(ctx: Context, key: string, undo: boolean) {
  const { id, nativeId } = await namedSession(ctx, key);
  let already = false;
  await changeSession(ctx, id, (now) => {
    already = (now.dismissedAt === null) === undo;
    return { ...now, dismissedAt: undo ? null : (now.dismissedAt ?? ctx.clock()) };
  });
  return { session: nativeId, dismissed: nativeId, already, undone: undo };
}

async function dismissFrom({ clock }: Pick<Context, "clock">, store: Store, session: Session) {
  // Read again, since an event may have changed the session in the meantime.
  const now = (await store.getSession(session.id)) ?? session;
  const continued = now.parentId === null ? undefined : await store.getSession(now.parentId);
  if (!continued || now.parentReason !== "handoff") {
    const earlier = await dismissedBefore(store, now);
    if (!earlier) throw nothingToDismiss();
    return { earlier, already: true };
  }
  await writeSession(store, { ...continued, dismissedAt: clock() });
  const pending = await store.listPendingReplies({ sessionId: now.id, limit: PENDING });
  const records = pending.filter(({ handler }) => handler === deliverRecovery.name);
  await store.deletePendingReplies(records.map(({ id }) => id));
  const capture = withoutRecord(now.capture, continued.capture);
  await writeSession(store, { ...now, parentId: null, parentReason: null, capture });
  return { earlier: continued, already: false };
}

/** The session whose record was last delivered to this one, if it has been dismissed since. */
async function dismissedBefore(store: Store, { id }: Session): Promise<Session | undefined> {
  const delivered = (await listRecoveries(store, id)).findLast(({ checkpointId }) => checkpointId !== null);
  const checkpoint = delivered?.checkpointId ? await store.getCheckpoint(delivered.checkpointId) : undefined;
  const earlier = checkpoint?.sessionId ? await store.getSession(checkpoint.sessionId) : undefined;
  return earlier && earlier.id !== id && earlier.dismissedAt !== null ? earlier : undefined;
}

type Store = CheckpointStorage & DeliveryStorage & ReplyStorage & SessionStorage;

function nothingToDismiss(): HoldfastError {
  return new HoldfastError("not_found", "No record of an earlier session was delivered to this one.", {
    next: "Run `holdfast list` to see the records of this project.",
  });
}
