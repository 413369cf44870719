import { join } from "node:path";
import { touchFiles } from "../../capture/facts/touch-files.ts";
import { withInherited } from "../../capture/inherit.ts";
import { shownPath } from "../../files/raw-path.ts";
import type { Capture } from "../../kernel/capture.ts";
import type { Context } from "../../kernel/context.ts";
import type { SnapshotStore } from "../../kernel/ports/snapshots.ts";
import { changeSession } from "../../sessions/change-session.ts";
import type { Journal } from "../../snapshots/restore/journal.ts";

/**
 * Notes in the sessions that worked on restored files that these were written or deleted just now, so that their record
 * does not take the restore for an edit of somebody else. Never throws, since the files are restored.
 */
export async function markRestored(
  ctx: Pick<Context, "store" | "redactor" | "clock" | "log">,
  { worktree }: Pick<SnapshotStore, "worktree">,
  { sessions, steps }: Pick<Journal, "sessions" | "steps">,
): Promise<void> {
  if (steps.length === 0) return;
  const restored = new Map(
    steps.map(({ path, after }) => [ctx.redactor.text(join(worktree, shownPath(path))), after === null]),
  );
  for (const id of sessions) {
    try {
      await changeSession(ctx, id, (now) => ({
        ...now,
        capture: withRestored(now.capture, restored, ctx.clock()),
      }));
    } catch (error) {
      ctx.log.error("restored files not noted", error, { session: id });
    }
  }
}

function withRestored(capture: Capture, restored: ReadonlyMap<string, boolean>, at: number): Capture {
  const changed = withInherited(capture).files.filter(({ action }) => action === "changed");
  const touched = changed.flatMap(({ path }) => {
    const deleted = restored.get(path);
    return deleted === undefined ? [] : [{ path, action: "changed" as const, deleted }];
  });
  return touched.length === 0 ? capture : { ...capture, files: touchFiles(capture.files, touched, { at }) };
}
