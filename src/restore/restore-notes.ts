import type { Context } from "../kernel/context.ts";
import type { SnapshotStore } from "../kernel/ports/snapshots.ts";
import { findElsewhere } from "../snapshots/find-elsewhere.ts";
import { findWorkers } from "../snapshots/included-sessions.ts";
import { nameSessions } from "../snapshots/name-sessions.ts";
import { findParts } from "../snapshots/other-root.ts";
import type { RestoreTarget } from "../snapshots/restore-target.ts";
import { count, enumerate } from "../text/phrases.ts";

/**
 * Names the sessions whose work is taken back besides what was asked for: all of them after a moment of the directory, and
 * those that continued a session, although they may have had another task.
 */
export async function noteTakenBack(
  ctx: Pick<Context, "store">,
  past: Parameters<typeof findWorkers>[1],
): Promise<string | null> {
  const { session, conversation, snapshot } = past.target;
  // Of what was done here since the files left for another machine, nothing is taken back.
  if (snapshot.origin) return null;
  const others = (await findWorkers(ctx, past)).filter((id) => id !== session);
  // The person knows of the session with which it was saved.
  if (others.every((id) => id === conversation)) return null;
  const nameOf = await nameSessions(ctx.store, others);
  const named = enumerate(others.map((id) => `session ${nameOf(id)}`));
  return session === null
    ? `Taken back: what was done in ${named} since then.`
    : `Also taken back: what was done in ${named}, which continued it. To keep that, name the files to restore.`;
}

/** A session that moved to another worktree changed files there too. */
export async function noteElsewhere(
  ctx: Pick<Context, "redactor" | "store" | "workspace" | "snapshots">,
  store: SnapshotStore,
  { session, turn, snapshot }: RestoreTarget,
  asked: string,
): Promise<string | null> {
  if (session === null) return null;
  const elsewhere = await findElsewhere(ctx, store, {
    sessions: new Set([session]),
    since: snapshot.createdAt,
  });
  if (elsewhere.length === 0) return null;
  // There, another session may be the newest.
  const which =
    turn === null ? asked : `${turn} --session ${(await nameSessions(ctx.store, [session]))(session)}`;
  const parts = await findParts(ctx, elsewhere);
  const first = parts.length === 0 ? "" : ` First run \`git init\` in ${enumerate(parts)}.`;
  return ctx.redactor.text(
    `The session also changed files in ${enumerate(elsewhere)}. To bring them back, run \`holdfast restore ${which}\` there.${first}`,
  );
}

/** What was there at such a moment cannot come back, which the plan cannot show. */
export function noteFailed(
  { snapshots, redactor }: Pick<Context, "snapshots" | "redactor">,
  { worktree }: Pick<SnapshotStore, "worktree">,
  { snapshot }: RestoreTarget,
): string | null {
  const failed = snapshots
    .failures()
    .filter((each) => each.worktree === worktree && each.at > snapshot.createdAt);
  const last = failed.at(-1);
  if (!last) return null;
  const times = count(failed.length, "time");
  return redactor.text(
    `Since then, the files could not be captured ${times} (${last.reason}). What was only there at such a moment does not come back.`,
  );
}
