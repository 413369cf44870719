import { lstatSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { writeOwnFile } from "../../files/own-file.ts";
import type { Context } from "../../kernel/context.ts";

/** A newer expiry is worth a write only if it is this much later. */
const STEP_MS = 300_000;

/**
 * Notes that work was captured which a session that starts within the recovery window may continue. The hook of a start
 * then waits longer on a busy machine, rather than lose the record. The note expires at its modification time, which
 * `hook.sh` can compare at no cost.
 */
export function noteWaitingWork({ paths, config, clock }: Pick<Context, "paths" | "config" | "clock">): void {
  const path = join(paths.state, "work-waiting");
  const expiry = clock() + config.continuity.recoveryWindowMs;
  try {
    if ((lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) > expiry - STEP_MS) return;
    writeOwnFile(path, "");
    utimesSync(path, expiry / 1_000, expiry / 1_000);
  } catch {
    // The disk is full, or something else has this name: starts then keep to their ordinary deadline.
  }
}
