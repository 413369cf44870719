import { accessSync, constants, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { readOwnFile, writeOwnFile } from "../files/own-file.ts";
import { ensurePrivateDirectory } from "../files/private-directory.ts";
import { namesIn } from "../files/read-small-file.ts";
import { rewriteFile } from "../files/rewrite-file.ts";
import type { Capture } from "../kernel/capture.ts";
import type { Context } from "../kernel/context.ts";
import { bounded } from "../text/bounded.ts";
import type { Provenance } from "./record/provenance.ts";
import { recordMarkdown } from "./record/record-markdown.ts";

/** Larger than any record, whose parts are bounded. */
export const MAX_RECORD_CHARS = 256_000;
const MAX_FILES = 20;
const DAY_MS = 86_400_000;

type KeepDeps = Pick<Context, "paths" | "config" | "clock" | "log" | "redactor" | "defer">;

/**
 * Writes the whole record to a private file, so that an agent can read or search it with its own tools: after the reply
 * that names it, since rendering it takes as long as the record itself. Returns the path; null if it cannot be written,
 * since a record is delivered without it too.
 */
export function keepRecordFile(ctx: KeepDeps, capture: Capture, provenance: Provenance): string | null {
  const id = provenance.checkpointId ?? provenance.session;
  const defer = ctx.defer ?? ((work) => work());
  try {
    const directory = recordsDirectory(ctx);
    const path = join(directory, `${id.replaceAll(/[^\w-]/g, "")}.md`);
    ensurePrivateDirectory(directory);
    accessSync(directory, constants.W_OK);
    defer(() => writeRecordFile(ctx, path, { capture, provenance }));
    return path;
  } catch (error) {
    ctx.log.error("record file not written", error);
    return null;
  }
}

function writeRecordFile(
  ctx: KeepDeps,
  path: string,
  { capture, provenance }: { capture: Capture; provenance: Provenance },
): void {
  try {
    writeOwnFile(path, bounded(ctx.redactor.text(recordMarkdown(capture, provenance)), MAX_RECORD_CHARS));
    removeOldRecordFiles(ctx);
  } catch (error) {
    ctx.log.error("record file not written", error);
  }
}

/** Removes the files of records that are older than checkpoints may become, and all but the newest ones. */
export function removeOldRecordFiles(ctx: Pick<Context, "paths" | "config" | "clock">): void {
  const expired = ctx.clock() - ctx.config.continuity.retentionDays * DAY_MS;
  const files = listRecordFiles(ctx).toSorted((a, b) => b.writtenAt - a.writtenAt);
  for (const [i, { path, writtenAt }] of files.entries())
    if (i >= MAX_FILES || writtenAt < expired) rmSync(path, { force: true });
}

function recordsDirectory({ paths }: Pick<Context, "paths">): string {
  return join(paths.state, "records");
}

/** The files that records name, in no order. */
export function listRecordFiles(ctx: Pick<Context, "paths">): { path: string; writtenAt: number }[] {
  const directory = recordsDirectory(ctx);
  return namesIn(directory).flatMap((name) => {
    const path = join(directory, name);
    const stat = statSync(path, { throwIfNoEntry: false });
    return stat?.isFile() ? [{ path, writtenAt: stat.mtimeMs }] : [];
  });
}

/** No character takes more bytes in UTF-8. */
const MAX_BYTES = 4 * MAX_RECORD_CHARS;

/** Applies the current redaction rules to the files of records. Returns the number of changed files. */
export function redactRecordFiles(
  { paths, redactor }: Pick<Context, "paths" | "redactor">,
  { dryRun }: { dryRun: boolean },
): number {
  let changed = 0;
  for (const { path } of listRecordFiles({ paths })) {
    const text = readOwnFile(path, MAX_BYTES) ?? "";
    const clean = redactor.text(text);
    if (clean === text) continue;
    changed += 1;
    if (!dryRun) rewriteFile(path, clean);
  }
  return changed;
}
