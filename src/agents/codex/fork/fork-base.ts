import { readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { readTail } from "../../files/tail.ts";
import { type RolloutLine, readLines } from "../transcript/lines.ts";

const MAX_FORKS = 8;
const DAY_MS = 86_400_000;

export interface ForkBase {
  lines: RolloutLine[];
  /** False when the beginning is not available or does not fit. */
  whole: boolean;
}

const UNAVAILABLE: ForkBase = { lines: [], whole: false };

/**
 * The history before a fork. The fork's file only points to a position in its parent's file, which may be a fork
 * itself. `maxBytes` limits the bytes read from all of them.
 */
export async function readForkBase(
  path: string,
  lines: readonly RolloutLine[],
  maxBytes: number,
  forks = MAX_FORKS,
): Promise<ForkBase> {
  const base = baseOf(lines);
  if (!base) return { lines: [], whole: true };
  if (forks === 0 || maxBytes <= 0) return UNAVAILABLE;
  const parent = await fileOfThread(path, base.thread_id);
  const tail = parent && (await readTail(parent, maxBytes, { end: base.end_byte_offset }));
  if (!parent || !tail) return UNAVAILABLE;
  const read = readLines(tail.bytes);
  const before = await readForkBase(parent, read.lines, maxBytes - tail.bytes.length, forks - 1);
  return {
    lines: [...before.lines, ...read.lines.filter(({ ordinal }) => ordinal < base.end_ordinal_exclusive)],
    whole: before.whole && !tail.cut && read.damaged === 0,
  };
}

function baseOf(lines: readonly RolloutLine[]) {
  const meta = lines.find((line) => line.type === "session_meta");
  return meta?.type === "session_meta" ? meta.payload.history_base : undefined;
}

/** A thread's file is in the directory of the day on which the thread began; the id contains that time. */
export async function fileOfThread(path: string, thread: string): Promise<string | undefined> {
  const directory = dirname(path);
  const sessions = dirname(dirname(dirname(directory)));
  const began = Number.parseInt(thread.replace("-", "").slice(0, 12), 16);
  // The client uses local dates, which differ by at most a day.
  const days = Number.isNaN(began) ? [] : [began, began - DAY_MS, began + DAY_MS];
  const directories = [directory, ...days.map((day) => join(sessions, ...dayOf(day)))];
  for (const each of directories) {
    const names = await readdir(each).catch(() => []);
    const name = names.find((file) => file.endsWith(`-${thread}.jsonl`));
    if (name !== undefined) return join(each, name);
  }
  return undefined;
}

function dayOf(at: number): string[] {
  return new Date(at).toISOString().slice(0, 10).split("-");
}
