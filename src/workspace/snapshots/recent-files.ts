import { join } from "node:path";
import { readOwnFile, writeOwnFile } from "../../files/own-file.ts";
import { statInside } from "../../files/raw-path.ts";
import type { RawPath } from "../../kernel/snapshot.ts";
import type { StoreLayout } from "./store-layout.ts";

const MAX_BYTES = 16 * 1024 * 1024;
const SECOND_MS = 1_000;

/**
 * Files that changed in the second in which they were captured. git compares whole seconds, so a second edit in that time
 * that keeps size and modification time would be missed. They are read again.
 */
export function readRecent({ directory }: StoreLayout): RawPath[] {
  const text = readOwnFile(join(directory, "recent"), MAX_BYTES) ?? "";
  return text === "" ? [] : text.split("\0");
}

export function writeRecent(
  { directory, worktree }: StoreLayout,
  captured: readonly RawPath[],
  at: number,
): void {
  const second = Math.floor(at / SECOND_MS) * SECOND_MS;
  const recent = captured.filter((path) => changedAt(worktree, path) >= second);
  writeOwnFile(join(directory, "recent"), recent.join("\0"));
}

function changedAt(worktree: string, path: RawPath): number {
  return statInside(worktree, path)?.ctimeMs ?? 0;
}
