import { readSync } from "node:fs";
import { join } from "node:path";
import { withOwnFile } from "../files/own-file.ts";

export interface DroppedEvents {
  file: string;
  count: number;
  /** Times as ISO 8601. */
  first: string;
  last: string;
}

/** The first line: seconds since 1970. Each dropped event adds one byte after it. */
const FIRST_LINE = /^(\d{1,12})\n/;

/** Reads the record that `hook.sh` keeps of events dropped while the spool was full; undefined if there is none. */
export function readDroppedEvents(state: string): DroppedEvents | undefined {
  const file = join(state, "spool-dropped");
  try {
    return withOwnFile(file, (fd, { size, mtime }) => {
      const start = Buffer.alloc(16);
      readSync(fd, start, 0, start.length, 0);
      const [line = "", seconds] = FIRST_LINE.exec(start.toString("latin1")) ?? [];
      if (seconds === undefined) return undefined;
      const first = new Date(Number(seconds) * 1_000).toISOString();
      return { file, count: size - line.length, first, last: mtime.toISOString() };
    });
  } catch {
    // No event was dropped, or the file is not ours.
    return undefined;
  }
}
