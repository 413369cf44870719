import { appendFileSync, existsSync, lstatSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ensureFolder } from "./inside-folder.ts";
import type { PlacesFolder } from "./places-folder.ts";
import { fileName } from "./write-place-file.ts";

/** The declared model tier of the skill (P4). */
const TIER = "haiku";

interface Row {
  /** The session's transcript, by which costs are looked up. */
  session: string;
  task: string;
  action: "save" | "restore";
  at: number;
}

/** Adds the row of a save or restore to the ledger of its task (P24, P42). The one line is appended in one write. */
export function appendLedgerRow(folder: PlacesFolder, { session, task, action, at }: Row): void {
  if (folder.artifacts === null) return;
  const directory = join(folder.artifacts, fileName(task));
  ensureFolder(folder, directory);
  const path = join(directory, "cost-ledger.md");
  if (lstatSync(path, { throwIfNoEntry: false })?.isFile() === false)
    throw new Error(`${path} is not a file`);
  const date = new Date(at).toISOString().slice(0, 10);
  const row = `${session} | ${date} | checkpoint | ${TIER} | task | ${action} | 0\n`;
  // A session that restores what it has just restored, as a parent and its child do, restores it once.
  if (action === "restore" && lastRow(path) === row) return;
  appendFileSync(path, row);
}

function lastRow(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, "utf8").match(/[^\n]*\n$/)?.[0] : undefined;
}
