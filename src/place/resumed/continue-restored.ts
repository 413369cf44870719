import { inherit } from "../../capture/inherit.ts";
import type { Capture } from "../../kernel/capture.ts";
import type { Context } from "../../kernel/context.ts";
import type { Session } from "../../kernel/record.ts";
import { withoutRecord } from "../../recovery/withdraw-recovery.ts";
import type { LoadedWork } from "../../recovery/work/read-work.ts";
import { changeSession } from "../../sessions/change-session.ts";

/**
 * Makes the session that restored a place continue the session of that place, so that nothing of it is lost when the
 * restoring session is killed. What it had continued before is not continued: the user chose this instead.
 */
export async function continueRestored(
  ctx: Pick<Context, "store">,
  restoring: Session | undefined,
  restored: LoadedWork | undefined,
): Promise<void> {
  if (!restoring || !restored?.session || restoring.id === restored.session.id) return;
  const { session, capture: inherited } = restored;
  const { id } = session;
  const before = restoring.parentId === null ? undefined : await ctx.store.getSession(restoring.parentId);
  await changeSession(ctx, restoring.id, (now) => {
    const { parentId, parentReason, capture } = now;
    if (parentId === id && capture.inherited !== null) return now;
    const own = before && capture.inherited ? withoutParent(capture, before.capture) : capture;
    return {
      ...now,
      parentId: id,
      parentReason: parentReason ?? "handoff",
      capture: inherit(own, inherited),
    };
  });
}

function withoutParent(capture: Capture, before: Capture): Capture {
  const { delivered, withdrawn } = capture;
  return { ...withoutRecord(capture, before), delivered, withdrawn };
}
