import { oneLine } from "./bounded.ts";
import { count } from "./phrases.ts";

const NAMED = 4;

/** Lists files by directory, one line each: the number of files and the names of the first. */
export function groupFiles(files: readonly string[], root: string): string[] {
  const directories = new Map<string, string[]>();
  for (const file of files) {
    const path = root !== "" && file.startsWith(`${root}/`) ? file.slice(root.length + 1) : file;
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
