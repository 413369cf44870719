import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { writeOwnFile } from "../files/own-file.ts";
import { ensurePrivateDirectory } from "../files/private-directory.ts";
import type { Capture } from "../kernel/capture.ts";
import type { Context } from "../kernel/context.ts";
import { bounded } from "../text/bounded.ts";
import type { Provenance } from "./record/provenance.ts";
import { recordMarkdown } from "./record/record-markdown.ts";

/** Larger than any record, whose parts are bounded. */
const MAX_CHARS = 256_000;
const MAX_FILES = 20;
const DAY_MS = 86_400_000;

type KeepDeps = Pick<Context, "paths" | "config" | "clock" | "log" | "redactor">;

/**
 * Writes the whole record to a private file, so that an agent can read or search it with its own tools. Returns the
 * path; null if it cannot be written, since a record is delivered without it too.
 */
export function keepRecordFile(ctx: KeepDeps, capture: Capture, provenance: Provenance): string | null {
  const id = provenance.checkpointId ?? provenance.session;
  try {
    const directory = recordsDirectory(ctx);
    const path = join(directory, `${id.replaceAll(/[^\w-]/g, "")}.md`);
    ensurePrivateDirectory(directory);
    writeOwnFile(path, bounded(ctx.redactor.text(recordMarkdown(capture, provenance)), MAX_CHARS));
    removeOldRecordFiles(ctx);
    return path;
  } catch (error) {
    ctx.log.error("record file not written", error);
    return null;
  }
}

/** Removes the files of records that are older than checkpoints may become, and all but the newest ones. */
export function removeOldRecordFiles(ctx: Pick<Context, "paths" | "config" | "clock">): void {
  const directory = recordsDirectory(ctx);
  const expired = ctx.clock() - ctx.config.continuity.retentionDays * DAY_MS;
  const files = listFiles(directory).toSorted((a, b) => b.writtenAt - a.writtenAt);
  for (const [i, { path, writtenAt }] of files.entries())
    if (i >= MAX_FILES || writtenAt < expired) rmSync(path, { force: true });
}

function recordsDirectory({ paths }: Pick<Context, "paths">): string {
  return join(paths.state, "records");
}

function listFiles(directory: string): { path: string; writtenAt: number }[] {
  return namesIn(directory).flatMap((name) => {
    const path = join(directory, name);
    const stat = statSync(path, { throwIfNoEntry: false });
    return stat?.isFile() ? [{ path, writtenAt: stat.mtimeMs }] : [];
  });
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return []; // no record has been delivered yet
  }
}
