import { join } from "node:path";
import { readSmallFile } from "../../files/read-small-file.ts";
import { parsePlace } from "../record/parse-place.ts";
import { type FoundFile, listFilesNewestFirst } from "./list-files.ts";
import type { PlacesDirectory } from "./places-directory.ts";

const PRECOMPACT = /-precompact\.md$/;

/**
 * The newest place file. One that someone saved takes precedence over an automatic one of the same task and day (P31).
 */
export function findNewestPlaceFile({ memory, artifacts }: PlacesDirectory): FoundFile | undefined {
  if (artifacts === null) return undefined;
  const files = listFilesNewestFirst(join(memory, "checkpoints"), (name) =>
    /^\d{4}-\d{2}-\d{2}-.+\.md$/.test(name),
  );
  const [newest] = files;
  const base = newest && /^(.+?)(?:-\d+)?-precompact\.md$/.exec(newest.name)?.[1];
  if (base === undefined) return newest;
  const task = readTask(newest);
  const voluntary = files.filter(({ name }) => name.startsWith(base) && !PRECOMPACT.test(name));
  return (
    voluntary.find((file) => isOfDay(file, base) && (task === undefined || readTask(file) === task)) ?? newest
  );
}

function isOfDay({ name }: FoundFile, base: string): boolean {
  return /^(?:-\d+)?\.md$/.test(name.slice(base.length));
}

/** Read from the text, since a number in the name may belong to the task or count the saves of the day. */
function readTask(file: FoundFile | undefined): string | undefined {
  return file && parsePlace(readSmallFile(file.path) ?? "")?.task;
}
