import type { Context } from "../kernel/context.ts";
import { count } from "../text/phrases.ts";
import { listRemotes } from "./remote/project-remote.ts";
import { readSyncActivity } from "./remote/sync-activity.ts";

type FailureDeps = Pick<Context, "config" | "paths" | "redactor">;

/** What automatic pushes could not do since one of the project succeeded, and what to do, one line for each project. */
export function describeFailedPushes({ config, paths, redactor }: FailureDeps): string[] {
  if (!config.sync.auto) return [];
  return listRemotes({ paths }).flatMap(({ projectRoot, url }) => {
    const { failure } = readSyncActivity({ paths }, projectRoot);
    if (!failure) return [];
    const attempts = count(failure.count, "attempt");
    return [
      redactor.text(
        `Sessions of ${projectRoot} wait to be pushed to ${url} (${attempts}): ${failure.reason}`,
      ),
    ];
  });
}
