import { extname, isAbsolute } from "node:path";
import type { Transcript } from "../../kernel/agent/transcript.ts";
import { readTail, type Tail } from "./tail.ts";

export const TAIL_BYTES = 8 * 1024 * 1024;

/** What the lines of a file say. `isWhole`: none of them is damaged or missing. */
type Read = Omit<Transcript, "contextUse" | "partial" | "size"> & {
  contextUse?: Transcript["contextUse"] | undefined;
  isWhole: boolean;
};

/** A session's history from a bounded tail of its file. Undefined for a path that may not be read. */
export async function readTranscriptFile(
  path: string,
  maxBytes: number | undefined,
  read: (tail: Tail) => Read | Promise<Read>,
): Promise<Transcript | undefined> {
  const tail = mayRead(path) ? await readTail(path, maxBytes ?? TAIL_BYTES) : undefined;
  return tail && toTranscript(await read(tail), tail);
}

/** The transcript, however it was stored. */
export function toTranscript(
  { contextUse, isWhole, ...read }: Read,
  { size, cut }: Pick<Tail, "size" | "cut">,
): Transcript {
  return { ...read, ...(contextUse ? { contextUse } : {}), size, partial: cut || !isWhole };
}

/** The path comes from a payload and could name any file. */
export function mayRead(path: string): boolean {
  return isAbsolute(path) && !path.includes("\0") && extname(path) === ".jsonl";
}
