import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Creates a project's `.workflow_artifacts` as another tool does. */
export function sharedFolder(project: string) {
  const folder = join(project, ".workflow_artifacts");
  const memory = join(folder, "memory");
  const path = (name: string) => join(folder, name);
  mkdirSync(memory, { recursive: true });
  return {
    folder,
    memory,
    path,
    write(name: string, text: string, at?: number): string {
      mkdirSync(dirname(path(name)), { recursive: true });
      writeFileSync(path(name), text);
      if (at !== undefined) utimesSync(path(name), at / 1_000, at / 1_000);
      return path(name);
    },
    read: (name: string) => readFileSync(path(name), "utf8"),
    /** The paths of the files, relative to the shared folder. */
    files: () =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
        .sort(),
  };
}

/** A session-state file as another tool writes it. */
export const SESSION_STATE = `# Session

## Cost
- Session UUID: one-session
- Phase: implement

## Open questions
- Which rounding?

## Decisions made
- Stream the file

## Unfinished work
- quote the fields
- write the docs
`;
