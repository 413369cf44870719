import { appendFileSync, existsSync, lstatSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ensureDirectory } from "./inside-directory.ts";
import type { PlacesDirectory } from "./places-directory.ts";
import { taskDirectory } from "./task-directory.ts";

/** The declared model tier of the skill (P4). */
const TIER = "haiku";

interface Row {
  /** The name of the session's transcript, by which costs are looked up. */
  session: string;
  task: string;
  action: "save" | "restore";
  at: number;
}

/** Appends a row for a save or restore to the ledger of its task (P24, P42), in a single write. */
export function appendLedgerRow(directory: PlacesDirectory, { session, task, action, at }: Row): void {
  if (directory.artifacts === null) return;
  const own = join(directory.artifacts, taskDirectory(task));
  ensureDirectory(directory, own);
  const path = join(own, "cost-ledger.md");
  if (lstatSync(path, { throwIfNoEntry: false })?.isFile() === false)
    throw new Error(`${path} is not a file`);
  const date = new Date(at).toISOString().slice(0, 10);
  const row = `${session} | ${date} | checkpoint | ${TIER} | task | ${action} | 0\n`;
  // Repeated restores in a session count once, for example by a parent process and its child.
  if (action === "restore" && lastRow(path) === row) return;
  appendFileSync(path, row);
}

function lastRow(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, "utf8").match(/[^\n]*\n$/)?.[0] : undefined;
}
