import { closeSync, fsyncSync, openSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { readOwnFile } from "../../files/own-file.ts";
import type { Installation, Machine } from "../../kernel/context.ts";
import { HoldfastError } from "../../kernel/errors.ts";
import { tryParseJson } from "../../text/json-text.ts";

const Intent = z.object({
  bundle: z.string(),
  ids: z.array(z.string()),
  pid: z.number(),
  /** Detects a reused pid. */
  pidStart: z.string().optional(),
});
export type Intent = Pick<z.infer<typeof Intent>, "bundle" | "ids">;

type Ctx = Pick<Installation, "paths"> & Pick<Machine, "processes">;

/**
 * Records which checkpoints are about to be stored in which bundle, so that the next process can complete the work
 * after a crash. Also serves as a lock: throws `conflict` if another process is archiving.
 */
export function declareIntent(ctx: Ctx, intent: Intent): void {
  const pidStart = ctx.processes.startTime(process.pid);
  const fd = openExclusively(fileOf(ctx));
  try {
    writeFileSync(fd, JSON.stringify({ ...intent, pid: process.pid, pidStart }));
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** Reads the intent of an interrupted attempt, if any. Throws `conflict` while another process is working on it. */
export function readIntent(ctx: Ctx): Intent | undefined {
  const { data } = Intent.safeParse(tryParseJson(readOwnFile(fileOf(ctx))));
  // Missing or incomplete. In both cases, nothing has been stored for it yet.
  if (!data) dropIntent(ctx);
  const isElsewhere = data !== undefined && data.pid !== process.pid;
  if (isElsewhere && data.pidStart !== undefined && ctx.processes.startTime(data.pid) === data.pidStart)
    throw alreadyArchiving();
  return data;
}

/** Number of checkpoints in an interrupted attempt. */
export function countPendingArchive(ctx: Pick<Installation, "paths">): number {
  return Intent.safeParse(tryParseJson(readOwnFile(fileOf(ctx)))).data?.ids.length ?? 0;
}

export function dropIntent(ctx: Ctx): void {
  rmSync(fileOf(ctx), { force: true });
}

function openExclusively(path: string): number {
  try {
    return openSync(path, "wx", 0o600);
  } catch (error) {
    throw error instanceof Error && "code" in error && error.code === "EEXIST" ? alreadyArchiving() : error;
  }
}

function alreadyArchiving(): HoldfastError {
  return new HoldfastError("conflict", "Another process is archiving.", { next: "Try again in a minute." });
}

function fileOf({ paths }: Pick<Installation, "paths">): string {
  return join(paths.state, "archiving.json");
}
