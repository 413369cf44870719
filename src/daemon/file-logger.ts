import { renameSync } from "node:fs";
import { join } from "node:path";
import { appendToOwnFile } from "../files/own-file.ts";
import type { Clock } from "../kernel/clock.ts";
import { HoldfastError } from "../kernel/errors.ts";
import type { Logger } from "../kernel/ports/logger.ts";

const MAX_BYTES = 10 * 1024 * 1024;
const OLD_FILES = 3;
const MAX_LINE = 4_096;
const REPEAT_MS = 10_000;
const MAX_KEYS = 200;
/** The most lines of one event within `REPEAT_MS`. */
const MAX_BURST = 50;

/**
 * Writes JSON lines to `daemon.log`, at most 40 MB with its old files. So that a burst of errors stays small, a repeated
 * line is written once in ten seconds, and of different lines about one event only the first fifty. The next line says
 * how many were `repeated` or `dropped`. Failures to write the log are ignored.
 */
export function fileLogger(directory: string, clock: Clock): Logger {
  const lines: Windows = new Map();
  const events: Windows = new Map();
  const write = (level: string, event: string, fields: Record<string, unknown>) => {
    const now = clock();
    const eventKey = `${level} ${event}`;
    const lineKey = `${eventKey} ${JSON.stringify(fields)}`.slice(0, MAX_LINE);
    const same = currentWindow(lines, lineKey, now);
    if (same) return void (same.omitted += 1);
    const burst = currentWindow(events, eventKey, now);
    if (burst && burst.written >= MAX_BURST) return void (burst.omitted += 1);
    if (burst) burst.written += 1;
    const dropped = burst ? 0 : openWindow(events, eventKey, now);
    const repeated = openWindow(lines, lineKey, now);
    const omitted = { ...(repeated > 0 ? { repeated } : {}), ...(dropped > 0 ? { dropped } : {}) };
    const line = JSON.stringify({ at: new Date(now).toISOString(), level, event, ...fields, ...omitted });
    append(join(directory, "daemon.log"), `${line.slice(0, MAX_LINE)}\n`);
  };
  return {
    info: (event, fields = {}) => write("info", event, fields),
    error: (event, error, fields = {}) => write("error", event, { ...describeError(error), ...fields }),
  };
}

/** The ten seconds after a line was written, for the same line or the same event. */
type Windows = Map<string, { since: number; written: number; omitted: number }>;

function currentWindow(windows: Windows, key: string, now: number) {
  const window = windows.get(key);
  return window && now - window.since < REPEAT_MS && now >= window.since ? window : undefined;
}

/** Returns how many lines were omitted in the window before. */
function openWindow(windows: Windows, key: string, now: number): number {
  const omitted = windows.get(key)?.omitted ?? 0;
  if (windows.size >= MAX_KEYS) windows.clear();
  windows.set(key, { since: now, written: 1, omitted: 0 });
  return omitted;
}

/** The messages of errors that are not ours may quote a user's text; their stack frames do not. */
function describeError(error: unknown): Record<string, unknown> {
  if (error instanceof HoldfastError) return { code: error.code, message: error.message };
  if (!(error instanceof Error)) return { message: typeof error };
  const code = "code" in error && typeof error.code === "string" ? { code: error.code } : {};
  const frames = (error.stack ?? "").split("\n").filter((line) => line.startsWith("    at "));
  return { ...code, message: error.name, stack: frames.slice(0, 5).map((frame) => frame.trim()) };
}

function append(path: string, line: string): void {
  try {
    if (appendToOwnFile(path, line) > MAX_BYTES) rotate(path);
  } catch {
    // A full disk or a planted link: the daemon keeps running.
  }
}

function rotate(path: string): void {
  for (let number = OLD_FILES - 1; number >= 1; number -= 1) {
    try {
      renameSync(`${path}.${number}`, `${path}.${number + 1}`);
    } catch {
      // The old file does not exist yet.
    }
  }
  renameSync(path, `${path}.1`);
}
