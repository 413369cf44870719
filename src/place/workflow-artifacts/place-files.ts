import { dirname, isAbsolute, join } from "node:path";
import { readSmallFile } from "../../files/read-small-file.ts";
import { isFileIn } from "../files/inside-directory.ts";
import { type FoundFile, listFilesNewestFirst } from "../files/list-files.ts";
import type { PlaceFile } from "../files/shared-directory.ts";
import { parsePlace } from "./parse-place.ts";

/** Whether the name of a place file says that it was saved automatically. */
export function isPrecompact(name: string): boolean {
  return name.endsWith("-precompact.md");
}

/** Reads a place file, whose path may be relative to the project. Undefined if it is elsewhere, or no file. */
export function readPlaceFile(root: string, target: string): PlaceFile | undefined {
  const file = isAbsolute(target) ? target : join(dirname(root), target);
  if (!isFileIn(join(root, "memory", "checkpoints"), file) || !isFileIn(root, file)) return undefined;
  const text = readSmallFile(file) ?? "";
  const place = parsePlace(text);
  return { file, place, raw: place ? null : text };
}

/**
 * The newest place file. One that someone saved takes precedence over an automatic one of the same task and day (P31).
 */
export function findNewestPlaceFile(root: string): FoundFile | undefined {
  const files = listFilesNewestFirst(join(root, "memory", "checkpoints"), (name) =>
    /^\d{4}-\d{2}-\d{2}-.+\.md$/.test(name),
  );
  const [newest] = files;
  const base = newest && /^(.+?)(?:-\d+)?-precompact\.md$/.exec(newest.name)?.[1];
  if (base === undefined) return newest;
  const task = readTask(newest);
  const voluntary = files.filter(({ name }) => name.startsWith(base) && !isPrecompact(name));
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
