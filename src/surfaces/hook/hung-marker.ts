import { readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const SKIP_MS = 30_000;

/**
 * Tells later hooks to leave the daemon alone for a while. The shell entry compares file times at no cost, so the
 * marker is dated at the moment when it ends. Returns how many requests in a row went unanswered.
 */
export function markHung(state: string, now: number): number {
  const path = markerPath(state);
  const misses = readMisses(path) + 1;
  writeFileSync(path, `${misses}\n`, { mode: 0o600 });
  const end = (now + SKIP_MS) / 1_000;
  utimesSync(path, end, end);
  return misses;
}

export function clearHung(state: string): void {
  rmSync(markerPath(state), { force: true });
}

function markerPath(state: string): string {
  return join(state, "daemon-hung");
}

function readMisses(path: string): number {
  try {
    return Math.min(Number.parseInt(readFileSync(path, "utf8"), 10) || 0, 1_000);
  } catch {
    return 0;
  }
}
