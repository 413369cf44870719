import { lstatSync, rmSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { readOwnFile, writeOwnFile } from "../../files/own-file.ts";

/** After the first miss, and after further ones. A replacement takes 8 seconds, and ends the pause. */
const SKIP_MS = 10_000;
const LONGEST_SKIP_MS = 30_000;
/** Misses further apart than this are not consecutive. */
const FORGET_MS = 5 * 60_000;

/**
 * Makes later hooks skip the daemon for a while. The marker expires at its modification time, which `hook.sh` can
 * compare at no cost.
 */
export function markHung(state: string, now: number): void {
  const path = markerPath(state);
  const misses = readMisses(path, now) + 1;
  writeOwnFile(path, `${misses}\n`);
  const end = (now + (misses === 1 ? SKIP_MS : LONGEST_SKIP_MS)) / 1_000;
  utimesSync(path, end, end);
}

/** True while hooks skip the daemon. */
export function isMarkedHung(state: string, now: number): boolean {
  return endOf(markerPath(state)) > now;
}

export function clearHung(state: string): void {
  rmSync(markerPath(state), { force: true });
}

function markerPath(state: string): string {
  return join(state, "daemon-hung");
}

function endOf(path: string): number {
  return lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function readMisses(path: string, now: number): number {
  if (now - endOf(path) > FORGET_MS) return 0;
  return Math.min(Number.parseInt(readOwnFile(path) ?? "", 10) || 0, 1_000);
}
