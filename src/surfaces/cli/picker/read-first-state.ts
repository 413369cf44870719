import type { Context } from "../../../kernel/context.ts";
import { findHere, readFirstRows } from "../../../recovery/browse/read-session-rows.ts";
import { initialState, type PickerState, type Purpose } from "./model/picker-state.ts";
import type { Size } from "./terminal/picker-terminal.ts";
import { listHeight } from "./view/layout.ts";

/** Reads what the first frame shows: the sessions of this worktree or, if it has none, of the next wider scope. */
export async function readFirstState(
  ctx: Context,
  { purpose, size }: { purpose: Purpose; size: Size },
): Promise<PickerState> {
  const { projectIds, ...here } = await findHere(ctx);
  const { worktree } = here;
  const limit = listHeight(size);
  const now = ctx.clock();
  const scopes = [
    { scope: "worktree" as const, filter: { worktree } },
    ...(projectIds.length > 0 ? [{ scope: "project" as const, filter: { projectId: projectIds } }] : []),
  ];
  for (const { scope, filter } of scopes) {
    const rows = await readFirstRows(ctx, { ...filter, limit });
    if (rows.length > 0) return initialState({ purpose, size, now, here, scope, rows });
  }
  return initialState({ purpose, size, now, here, scope: "all", rows: await readFirstRows(ctx, { limit }) });
}
