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

/**
 * Writes JSON lines to `daemon.log`, at most 40 MB with its old files. A repeated line is written once in ten seconds
 * with its count, so that a burst of errors stays small. Failures to write the log are ignored.
 */
export function fileLogger(directory: string, clock: Clock): Logger {
  const repeats = new Map<string, { at: number; count: number }>();
  const write = (level: string, event: string, fields: Record<string, unknown>) => {
    const now = clock();
    const key = `${level} ${event} ${JSON.stringify(fields["message"])}`;
    const last = repeats.get(key);
    if (last && now - last.at < REPEAT_MS && now >= last.at) {
      last.count += 1;
      return;
    }
    if (repeats.size >= MAX_KEYS) repeats.clear();
    repeats.set(key, { at: now, count: 0 });
    const repeated = last?.count ? { repeated: last.count } : {};
    const line = JSON.stringify({ at: new Date(now).toISOString(), level, event, ...fields, ...repeated });
    append(join(directory, "daemon.log"), `${line.slice(0, MAX_LINE)}\n`);
  };
  return {
    info: (event, fields = {}) => write("info", event, fields),
    error: (event, error, fields = {}) => write("error", event, { ...describeError(error), ...fields }),
  };
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
