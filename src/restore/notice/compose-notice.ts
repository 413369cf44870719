import { catchUp } from "../../capture/read-transcript-tail.ts";
import { shownPath } from "../../files/raw-path.ts";
import type { Context } from "../../kernel/context.ts";
import type { SnapshotStore } from "../../kernel/ports/snapshots.ts";
import { isUnused } from "../../snapshots/imported-files.ts";
import type { Journal } from "../../snapshots/restore/journal.ts";
import type { RestoreTarget } from "../../snapshots/restore-target.ts";
import { fence } from "../../text/fence.ts";
import { findRemaining, promptOf } from "./find-remaining.ts";
import { type Remains, restoreNotice } from "./restore-notice.ts";

interface NoticeInput {
  sessionId: string;
  restored: Pick<Journal, "kind" | "target" | "at" | "steps">;
  /** Null for an undo, which takes back files alone. */
  target: RestoreTarget | null;
}

/** What the model of a session must know of a restore, as data. Undefined if the session is unknown. */
export async function composeNotice(
  ctx: Context,
  store: SnapshotStore,
  { sessionId, restored, target }: NoticeInput,
): Promise<string | undefined> {
  const stored = await ctx.store.getSession(sessionId);
  if (!stored) return undefined;
  const session = await catchUp(ctx, stored);
  const own = target !== null && target.session === sessionId ? target.turn : null;
  const nothing: Remains = { commands: [], commits: undefined };
  const isBrought = target?.session === sessionId && isUnused(target.snapshot, await store.list());
  const text = restoreNotice({
    isBrought,
    kind: restored.kind,
    target: restored.target,
    prompt: promptOf(session, own)?.text,
    at: restored.at,
    paths: restored.steps.map(({ path }) => shownPath(path)),
    remaining: target === null ? nothing : await findRemaining(ctx, store, { session, target }),
  });
  return fence("recovery", ctx.redactor.text(`${text}${whereOf(ctx, store)}`), ctx.newNonce());
}

/** The session may go on in another clone, where nothing was restored. */
function whereOf({ processes, machine }: Context, { worktree }: SnapshotStore): string {
  return (processes.host?.() ?? null) === null ? "" : `\nThis happened in ${worktree} on ${machine}.`;
}
