import { existsSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { inject } from "vitest";
import { CODE_CACHES } from "./run-directory.ts";

/**
 * Lets programs with this state directory use the code that earlier starts in the run compiled. Tests start hundreds of
 * programs, and compiling takes half of each start.
 */
export function shareCodeCache(state: string, program: "dist" | "hook-program" = "dist"): void {
  const shared = join(inject("runDirectory"), CODE_CACHES, program);
  for (const directory of [shared, state]) mkdirSync(directory, { recursive: true, mode: 0o700 });
  const link = join(state, "code-cache");
  if (!existsSync(link)) symlinkSync(shared, link);
}
