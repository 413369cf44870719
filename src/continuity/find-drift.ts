import { existsSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import type { Session } from "../kernel/record.ts";
import type { Capture } from "./capture-state.ts";

/** What is no longer as the earlier session left it: the commit, the branch, files that are gone. */
export function findDrift(
  earlier: Session,
  now: Pick<Session, "gitHead" | "gitBranch">,
  { files }: Pick<Capture, "files">,
): string[] {
  const gone = files
    .filter(({ action }) => action === "changed")
    .slice(-20)
    .map(({ path }) => path)
    .filter((path) => !existsSync(isAbsolute(path) ? path : join(earlier.cwd, path)));
  return [
    ...(earlier.gitHead !== now.gitHead
      ? [`HEAD moved from ${short(earlier.gitHead)} to ${short(now.gitHead)}`]
      : []),
    ...(earlier.gitBranch !== now.gitBranch ? [`branch is now ${now.gitBranch ?? "detached"}`] : []),
    ...(gone.length > 0 ? [`missing: ${gone.join(", ").slice(0, 200)}`] : []),
  ];
}

function short(head: string | null): string {
  return head?.slice(0, 9) ?? "none";
}
