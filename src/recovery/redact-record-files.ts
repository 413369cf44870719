import { readOwnFile } from "../files/own-file.ts";
import { rewriteFile } from "../files/rewrite-file.ts";
import type { Context } from "../kernel/context.ts";
import { listRecordFiles, MAX_RECORD_CHARS } from "./keep-record-file.ts";

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
