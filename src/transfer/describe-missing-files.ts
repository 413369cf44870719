import { shortSessionId } from "../text/short-session-id.ts";

/** The files of a session that stay out, since the clone does not have their commit. */
export interface MissingFiles {
  /** The agent's id of the session. */
  session: string;
  /** Null if they need something else than a commit. */
  commit: string | null;
}

/** What is missing, and what to do. `again` is what the person ran. */
export function describeMissingFiles(
  { session, commit }: MissingFiles,
  again: "import" | "pull" | "continue",
): string {
  const needed = commit === null ? "other content" : `commit ${commit.slice(0, 12)}`;
  const files = `The files of session ${shortSessionId(session)}`;
  return `${files} need ${needed}, which is missing here: fetch it and ${again} again.`;
}
