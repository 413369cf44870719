import type { ProjectIdentity } from "../kernel/ports/workspace.ts";

/** `fork`: the same first commit, but other remotes. `unknown`: nothing tells. */
export type Kinship = "same" | "fork" | "other" | "unknown";

/** Whether two clones belong to one project, whatever their directories. */
export function compareProjects(one: ProjectIdentity, other: ProjectIdentity): Kinship {
  if (one.remotes.some((remote) => other.remotes.includes(remote))) return "same";
  const haveRemotes = one.remotes.length > 0 && other.remotes.length > 0;
  if (one.rootCommit === null || other.rootCommit === null) return haveRemotes ? "other" : "unknown";
  if (one.rootCommit !== other.rootCommit) return "other";
  return haveRemotes ? "fork" : "same";
}
