import { linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ensureFolder, isFileIn } from "./inside-folder.ts";
import type { PlacesFolder } from "./places-folder.ts";

/** Saves of one task on one day. */
const MOST = 1_000;

interface Writing {
  markdown: string;
  task: string;
  at: number;
  voluntary: boolean;
}

/**
 * Writes a place as `checkpoints/<date>-<task>.md` (P17), without ever replacing one: a second save of the day gets a number.
 * `isNew` is false for one that is there with the same text: a parent and its child that save the same place save it once.
 */
export function writePlaceFile(
  folder: PlacesFolder,
  { markdown, task, at, voluntary }: Writing,
): { path: string; isNew: boolean } {
  const checkpoints = join(folder.memory, "checkpoints");
  ensureFolder(folder, checkpoints);
  const date = new Date(at).toISOString().slice(0, 10);
  for (let count = 1; count < MOST; count++) {
    const number = count === 1 ? "" : `-${count}`;
    const name = `${date}-${fileName(task)}${number}${voluntary ? "" : "-precompact"}.md`;
    const path = join(checkpoints, name);
    if (createFile(path, markdown)) return { path, isNew: true };
    if (isFileIn(checkpoints, path) && readFileSync(path, "utf8") === markdown) return { path, isNew: false };
  }
  throw new Error(`${MOST} places of "${task}" were saved today`);
}

/** False where there is one. Made beside it and linked: a reader never sees half of the text. */
function createFile(path: string, text: string): boolean {
  const whole = `${path}.${process.pid}-${process.hrtime.bigint().toString(36)}.tmp`;
  writeFileSync(whole, text, { flag: "wx", mode: 0o644 });
  try {
    linkSync(whole, path);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  } finally {
    rmSync(whole, { force: true });
  }
}

/** A task in a file's name: as it is where it can be, else its letters and digits, of any script. */
export function fileName(task: string): string {
  if (/^[A-Za-z0-9][\w.-]{0,99}$/.test(task)) return task;
  const words =
    task
      .normalize("NFC")
      .toLowerCase()
      .match(/[\p{L}\p{N}_]+/gu) ?? [];
  return (
    words
      .join("-")
      .slice(0, 60)
      .replace(/[\ud800-\udbff]$|-$/, "") || "untitled"
  );
}
