import { existsSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { inject } from "vitest";
import { CODE_CACHES } from "./run-folder.ts";

/**
 * Lets the programs that work in this state directory start from what an earlier start of the run compiled: hundreds are
 * started, and compiling is half of what a start costs.
 */
export function shareCodeCache(state: string, program: "dist" | "hook-program" = "dist"): void {
  const shared = join(inject("runFolder"), CODE_CACHES, program);
  for (const folder of [shared, state]) mkdirSync(folder, { recursive: true, mode: 0o700 });
  const link = join(state, "code-cache");
  if (!existsSync(link)) symlinkSync(shared, link);
}
