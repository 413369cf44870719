import { oneLine } from "./bounded.ts";
import { count } from "./phrases.ts";
import { shownPath } from "./shown-path.ts";

const NAMED = 4;

/** Lists files by directory as a reader sees them, one line each: the number of files and the names of the first. */
export function groupFiles(
  files: readonly string[],
  reader: { worktree: string; directory: string },
): string[] {
  const directories = new Map<string, string[]>();
  for (const file of files) {
    const path = shownPath(file, { worktree: reader.worktree, from: reader.directory });
    const directory = path.slice(0, path.lastIndexOf("/") + 1) || "./";
    directories.set(directory, [
      ...(directories.get(directory) ?? []),
      path.slice(path.lastIndexOf("/") + 1),
    ]);
  }
  return [...directories].map(([directory, names]) => {
    const more = names.length > NAMED ? ", …" : "";
    // A name may contain a line feed.
    return oneLine(
      `- ${directory} (${count(names.length, "file")}): ${names.slice(0, NAMED).join(", ")}${more}`,
    );
  });
}
