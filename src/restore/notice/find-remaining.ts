import type { Context } from "../../kernel/context.ts";
import type { SnapshotStore } from "../../kernel/ports/snapshots.ts";
import type { Session } from "../../kernel/record.ts";
import type { RestoreTarget } from "../../snapshots/restore-target.ts";
import type { Remains } from "./restore-notice.ts";

/** What a session did since the restored moment that no restore takes back. */
export async function findRemaining(
  { redactor }: Pick<Context, "redactor">,
  store: Pick<SnapshotStore, "commitsSince">,
  { session, target }: { session: Session; target: RestoreTarget },
): Promise<Remains> {
  const since = startOf(session, target);
  const { gitHead } = target.snapshot;
  const commits = gitHead === null ? undefined : await store.commitsSince(gitHead);
  return {
    commands: session.capture.commands.filter(({ at }) => at >= since).map(({ command }) => command),
    commits: commits && {
      ...commits,
      commits: commits.commits.map((each) => ({ ...each, subject: redactor.text(each.subject) })),
    },
  };
}

/** The prompt of a turn, as far as it was kept. */
export function promptOf({ capture, promptCount }: Session, turn: number | null) {
  if (turn === null) return undefined;
  return capture.prompts[capture.prompts.length - 1 - (promptCount - turn)];
}

/** The snapshot may be much older than the turn, if nothing had changed in between. */
function startOf(session: Session, { turn, snapshot }: RestoreTarget): number {
  return promptOf(session, turn)?.at ?? snapshot.createdAt;
}
