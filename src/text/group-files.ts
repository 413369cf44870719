import { oneLine } from "./bounded.ts";
import { count } from "./phrases.ts";

const NAMED = 4;

/** Files by directory, one line for each: how many there are, and the names of the first. */
export function groupFiles(files: readonly string[], root: string): string[] {
  const folders = new Map<string, string[]>();
  for (const file of files) {
    const path = root !== "" && file.startsWith(`${root}/`) ? file.slice(root.length + 1) : file;
    const folder = path.slice(0, path.lastIndexOf("/") + 1) || "./";
    folders.set(folder, [...(folders.get(folder) ?? []), path.slice(path.lastIndexOf("/") + 1)]);
  }
  return [...folders].map(([folder, names]) => {
    const more = names.length > NAMED ? ", …" : "";
    // A name may hold a line feed.
    return oneLine(
      `- ${folder} (${count(names.length, "file")}): ${names.slice(0, NAMED).join(", ")}${more}`,
    );
  });
}
