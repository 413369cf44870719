import { lstatSync, rmSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { readOwnFile, writeOwnFile } from "../../files/own-file.ts";

/**
 * How long hooks skip the daemon after a first timeout, and after further ones. A new daemon takes 8 seconds and ends
 * this.
 */
const SKIP_MS = 10_000;
const MAX_SKIP_MS = 30_000;
/** Timeouts further apart than this are not consecutive. */
const RESET_MS = 5 * 60_000;

/** Makes later hooks skip the daemon for a while. */
export function markHung(state: string, now: number): void {
  try {
    writeMarker(markerPath(state), now);
  } catch {
    // The disk is full, or something else has this name: later hooks ask the daemon in vain, and then answer alone.
  }
}

/** The marker expires at its modification time, which `hook.sh` can compare at no cost. */
function writeMarker(path: string, now: number): void {
  const timeouts = readTimeouts(path, now) + 1;
  writeOwnFile(path, `${timeouts}\n`);
  const expiry = (now + (timeouts === 1 ? SKIP_MS : MAX_SKIP_MS)) / 1_000;
  utimesSync(path, expiry, expiry);
}

/** True while hooks skip the daemon. */
export function isMarkedHung(state: string, now: number): boolean {
  return expiresAt(markerPath(state)) > now;
}

export function clearHung(state: string): void {
  rmSync(markerPath(state), { force: true });
}

function markerPath(state: string): string {
  return join(state, "daemon-hung");
}

function expiresAt(path: string): number {
  try {
    return lstatSync(path).mtimeMs;
  } catch {
    return 0; // there is none, or the state directory cannot be read, which a later step reports
  }
}

function readTimeouts(path: string, now: number): number {
  if (now - expiresAt(path) > RESET_MS) return 0;
  return Math.min(Number.parseInt(readOwnFile(path) ?? "", 10) || 0, 1_000);
}
