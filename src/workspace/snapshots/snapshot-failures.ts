import { join } from "node:path";
import * as z from "zod";
import { readOwnFile, writeOwnFile } from "../../files/own-file.ts";
import { ensurePrivateDirectory } from "../../files/private-directory.ts";
import type { SnapshotFailure } from "../../kernel/ports/snapshots.ts";
import { tryParseJson } from "../../text/json-text.ts";

const MAX_KEPT = 100;
const MAX_REASON = 500;

const Failures = z.array(
  z.object({
    at: z.number(),
    worktree: z.string(),
    session: z.string().nullable(),
    turn: z.number().nullable(),
    checkpoint: z.string().nullable(),
    reason: z.string(),
  }),
);

/** The newest failures, oldest first. */
export function readFailures(directory: string): SnapshotFailure[] {
  return Failures.safeParse(tryParseJson(readOwnFile(fileIn(directory)))).data ?? [];
}

export function recordFailure(directory: string, failure: SnapshotFailure): void {
  ensurePrivateDirectory(directory);
  const reason = failure.reason.slice(0, MAX_REASON);
  const kept = [...readFailures(directory), { ...failure, reason }].slice(-MAX_KEPT);
  writeOwnFile(fileIn(directory), JSON.stringify(kept));
}

function fileIn(directory: string): string {
  return join(directory, "failures.json");
}
