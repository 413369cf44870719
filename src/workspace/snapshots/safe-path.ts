import type { RawPath } from "../../kernel/snapshot.ts";

/** As long as a path can be on Linux. */
export const MAX_PATH_BYTES = 4_096;
/** What git itself takes for its directory, on file systems that ignore case or have short names too. */
const GIT_DIRECTORY = /^(?:\.git|git~[0-9]+)[. ]*$/i;

/** Whether a path from elsewhere stays inside a worktree, and out of its git directory. */
export function isSafePath(path: RawPath): boolean {
  if (path.length > MAX_PATH_BYTES || path.includes("\0")) return false;
  return path
    .split("/")
    .every((part) => part !== "" && part !== "." && part !== ".." && !isGitDirectory(part));
}

/** Some file systems also ignore invisible characters. */
function isGitDirectory(part: string): boolean {
  const visible = Buffer.from(part, "latin1")
    .toString()
    .replaceAll(/\p{Cf}/gu, "");
  return GIT_DIRECTORY.test(visible.split(":")[0] ?? "");
}
