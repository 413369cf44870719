import { renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { writeOwnFile } from "../files/own-file.ts";
import { namesIn } from "../files/read-small-file.ts";
import { isEventId, spoolPath } from "./spool-file.ts";

/** The mark that a hook leaves after it has written a reply to its standard output. `hook.sh` writes the same. */
const SUFFIX = ".ack";
/** At once; the next call takes more. */
const MAX_RECEIPTS = 500;

/** The events whose hooks have printed their replies since the receipts were last removed. */
export function listReceipts(spool: string): string[] {
  const ids = namesIn(spool).flatMap((name) => {
    const id = name.endsWith(SUFFIX) ? name.slice(0, -SUFFIX.length) : "";
    return isEventId(id) ? [id] : [];
  });
  return ids.slice(0, MAX_RECEIPTS);
}

export function receiptPath(spool: string, id: string): string {
  return join(spool, `${id}${SUFFIX}`);
}

/** Marks the reply to an event as printed. On a full disk, the file of the event itself becomes the mark. */
export function writeReceipt(spool: string, id: string): void {
  const path = receiptPath(spool, id);
  try {
    writeOwnFile(path, "");
  } catch {
    renameSync(spoolPath(spool, id, "part"), path);
  }
}

/**
 * Removes the receipts of these events, and the files of the events, which the hooks no longer need. Whatever else has
 * such a name goes too: it must not stop the receipts of others.
 */
export function removeReceipts(spool: string, ids: readonly string[]): void {
  for (const id of ids) {
    rmSync(spoolPath(spool, id, "part"), { force: true });
    rmSync(receiptPath(spool, id), { force: true, recursive: true });
  }
}
