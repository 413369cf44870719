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
  /** A pid that was used again has another start time. */
  pidStart: z.string().optional(),
});
export type Intent = Pick<z.infer<typeof Intent>, "bundle" | "ids">;

type Ctx = Pick<Installation, "paths"> & Pick<Machine, "processes">;

/**
 * Writes down which checkpoints are about to go into which bundle, before it is stored: the next process after a crash completes just
 * that. Also keeps a second process from archiving the same ones.
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

/** The attempt that was begun and not completed. Throws `conflict` while another process works on it. */
export function unfinishedIntent(ctx: Ctx): Intent | undefined {
  const { data } = Intent.safeParse(tryParseJson(readOwnFile(fileOf(ctx))));
  // Half written: then nothing has been stored for it yet.
  if (!data) dropIntent(ctx);
  const isElsewhere = data !== undefined && data.pid !== process.pid;
  if (isElsewhere && data.pidStart !== undefined && ctx.processes.startTime(data.pid) === data.pidStart)
    throw alreadyArchiving();
  return data;
}

/** How many checkpoints an attempt that did not end was about. */
export function waitingForArchive(ctx: Pick<Installation, "paths">): number {
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
