import { appendFileSync, existsSync, lstatSync, readFileSync } from "node:fs";
import { basename, extname, join } from "node:path";
import { ensureDirectory } from "../files/inside-directory.ts";
import { sessionKey } from "../files/session-key.ts";
import type { PlaceUse } from "../files/shared-directory.ts";
import { fileName } from "./write-place-file.ts";

/** The declared model tier of the skill (P4). */
const TIER = "haiku";

/** In the directory of each task. */
export const LEDGER = "cost-ledger.md";

/** The rows of saves and restores, which Holdfast appends. */
export const OWN_ROW = / \| checkpoint \| .* \| (?:save|restore) \| 0$/;

/** Appends a row for a save or restore to the ledger of its task (P24, P42), in a single write. */
export function appendLedgerRow(root: string, { task, action, at, ...session }: PlaceUse): void {
  const own = join(root, fileName(task));
  ensureDirectory({ root, mode: 0o777 }, own);
  const path = join(own, LEDGER);
  if (lstatSync(path, { throwIfNoEntry: false })?.isFile() === false)
    throw new Error(`${path} is not a file`);
  const date = new Date(at).toISOString().slice(0, 10);
  const row = `${transcriptName(session)} | ${date} | checkpoint | ${TIER} | task | ${action} | 0\n`;
  // Repeated restores in a session count once, for example by a parent process and its child.
  if (action === "restore" && lastRow(path) === row) return;
  appendFileSync(path, row);
}

/** The name of the transcript, by which costs are looked up; it is the id of the session. */
function transcriptName({ transcriptPath, nativeId }: Pick<PlaceUse, "transcriptPath" | "nativeId">): string {
  if (transcriptPath !== null) return basename(transcriptPath, extname(transcriptPath));
  return sessionKey(nativeId) ?? "unknown";
}

function lastRow(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, "utf8").match(/[^\n]*\n$/)?.[0] : undefined;
}
