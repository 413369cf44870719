import { linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ensureDirectory, isFileIn } from "../files/inside-directory.ts";
import type { SharedDirectory, WrittenPlace } from "../files/shared-directory.ts";
import type { SavedPlace } from "../saved-place.ts";
import { placeMarkdown } from "./place-markdown.ts";

/** Maximum number of saves per task and day. */
const MAX_SAVES = 1_000;

/**
 * Writes a place to `checkpoints/<date>-<task>.md` (P17). Never replaces a file: a second save on the same day gets a
 * number. If a file with the same text exists, as when a parent process and its child save the same place, `isNew` is
 * false.
 */
export function writePlaceFile(
  root: string,
  place: SavedPlace,
  { restoreHint, at }: Parameters<SharedDirectory["writePlace"]>[1],
): WrittenPlace {
  const { task, voluntary } = place;
  const markdown = placeMarkdown(place, restoreHint);
  const bytes = Buffer.byteLength(markdown);
  const checkpoints = join(root, "memory", "checkpoints");
  ensureDirectory({ root, mode: 0o777 }, checkpoints);
  const date = new Date(at).toISOString().slice(0, 10);
  for (let count = 1; count < MAX_SAVES; count++) {
    const number = count === 1 ? "" : `-${count}`;
    const name = `${date}-${fileName(task)}${number}${voluntary ? "" : "-precompact"}.md`;
    const path = join(checkpoints, name);
    if (createFile(path, markdown)) return { path, bytes, isNew: true };
    if (isFileIn(checkpoints, path) && readFileSync(path, "utf8") === markdown)
      return { path, bytes, isNew: false };
  }
  throw new Error(`${MAX_SAVES} places of "${task}" were saved today`);
}

/**
 * Returns false if the file exists. Written to a temporary file and linked, so that readers never see a partial text.
 */
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

/** Converts a task to a file name: unchanged if it is safe, otherwise its letters and digits, of any script. */
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
