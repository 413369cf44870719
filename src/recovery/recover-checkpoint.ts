import { inherit } from "../capture/inherit.ts";
import type { Context } from "../kernel/context.ts";
import type { EventScope } from "../kernel/event-handler.ts";
import { keepRecordFile } from "./keep-record-file.ts";
import { nextTodoTool } from "./record/next-todo-tool.ts";
import { CHOSEN } from "./record/provenance.ts";
import { continuingNotice, formatCommandFor } from "./record/recovery-notice.ts";
import { mayGrow, type RecordLimits, recoveryText } from "./record/recovery-text.ts";
import { continuationOf, type Recovery } from "./recovery.ts";
import { findWork } from "./work/find-work.ts";
import { loadedProvenance } from "./work/loaded-provenance.ts";
import { readWork } from "./work/read-work.ts";

/** Delivers the record of a checkpoint that the user chose, with the state of that time. */
export async function recoverCheckpoint(
  ctx: Context,
  scope: EventScope,
  { checkpointId, limits }: { checkpointId: string; limits: RecordLimits },
): Promise<Recovery> {
  const { session, capture: own, event } = scope;
  const work = await readWork(ctx, await findWork(ctx, checkpointId));
  const asked = loadedProvenance(work, { at: event.at, location: session, from: session.cwd });
  const todoTool = nextTodoTool(ctx, work.session, event);
  const provenance = { ...asked, reason: CHOSEN, todoTool };
  const continued = work.session
    ? continuationOf(scope, work.session, work.capture)
    : { session, capture: inherit(own, work.capture) };
  const { ageMs } = provenance;
  const file = mayGrow(limits) ? keepRecordFile(ctx, work.capture, provenance) : null;
  const { parentReason } = continued.session;
  return {
    ...continued,
    text: recoveryText(work.capture, { ...provenance, file }, limits),
    notice: continuingNotice(work.capture, { ageMs, parentReason }, formatCommandFor(ctx, event)),
    checkpointId,
    effects: [],
  };
}
