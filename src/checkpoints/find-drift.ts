import { oneLine } from "../text/bounded.ts";

/** The git location of some work. */
export interface GitLocation {
  worktree: string;
  gitHead: string | null;
  gitBranch: string | null;
}

/** Lists the differences between the saved and the current git state, one line each. */
export function findDrift(saved: GitLocation, now: GitLocation): string[] {
  return [
    ...(now.worktree === saved.worktree ? [] : [`saved in ${saved.worktree}, this is ${now.worktree}`]),
    ...(now.gitHead === saved.gitHead
      ? []
      : [`HEAD moved from ${short(saved.gitHead)} to ${short(now.gitHead)}`]),
    ...(now.gitBranch === saved.gitBranch
      ? []
      : [`branch was ${saved.gitBranch ?? "detached"}, is ${now.gitBranch ?? "detached"}`]),
  ].map(oneLine);
}

function short(head: string | null): string {
  return head?.slice(0, 9) ?? "none";
}
