import { join } from "node:path";
import { type FoundFile, filesNewestFirst } from "./newest-first.ts";
import type { PlacesFolder } from "./places-folder.ts";

const PRECOMPACT = /-precompact\.md$/;

/** The place file that was written last; the one that somebody saved comes before the automatic one of its task and day (P31). */
export function newestPlaceFile({ memory, artifacts }: PlacesFolder): FoundFile | undefined {
  if (artifacts === null) return undefined;
  const files = filesNewestFirst(join(memory, "checkpoints"), (name) =>
    /^\d{4}-\d{2}-\d{2}-.+\.md$/.test(name),
  );
  const [newest] = files;
  if (!newest || !PRECOMPACT.test(newest.name)) return newest;
  const voluntary = newest.name.replace(PRECOMPACT, ".md");
  return files.find(({ name }) => name === voluntary) ?? newest;
}
