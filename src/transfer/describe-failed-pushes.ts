import type { Context } from "../kernel/context.ts";
import { count } from "../text/phrases.ts";
import { SHARED, sharingHost } from "./database/sharing.ts";
import { findRemote } from "./remote/project-remote.ts";
import { listSyncActivities } from "./remote/sync-activity.ts";

type FailureDeps = Pick<Context, "config" | "paths" | "processes" | "redactor">;

/** What automatic pushes could not do since one of the project succeeded, and what to do, one line for each project. */
export function describeFailedPushes(ctx: FailureDeps): string[] {
  if (!ctx.config.sync.auto) return [];
  return listSyncActivities(ctx).flatMap(({ projectRoot, failure }) => {
    const destination = projectRoot === null ? undefined : destinationOf(ctx, projectRoot);
    if (!failure || destination === undefined) return [];
    const attempts = count(failure.count, "attempt");
    return [
      ctx.redactor.text(
        `Sessions of ${projectRoot} wait to be pushed to ${destination} (${attempts}): ${failure.reason}`,
      ),
    ];
  });
}

/** Undefined if the project is pushed nowhere now. */
function destinationOf(ctx: FailureDeps, projectRoot: string): string | undefined {
  const shared = sharingHost(ctx, projectRoot) === undefined ? undefined : SHARED;
  return findRemote(ctx, projectRoot)?.url ?? shared;
}
