import { tryParseJson } from "../../text/try-parse-json.ts";
import { QueueLine, type QueueMove } from "./queue.ts";
import { ChainLine, Leaf } from "./transcript-line.ts";

export interface TranscriptLines {
  /** The conversation's lines in file order, every branch of them; subagents' lines are left out. */
  chain: ChainLine[];
  /** The line the client said it stands on, if it said so after writing the last chain line. */
  leaf?: string;
  /** How prompts came into the queue and left it. */
  queue: QueueMove[];
  /** Lines that could not be read. */
  damaged: number;
}

/** Most of a file's bytes are copies of API requests and the like: these lines are not even parsed. */
const BULKY = /^\s*\{\s*"type"\s*:\s*"(?:api-request|file-history|tools-used|cost-state)/;
const HEAD_BYTES = 64;

/** Reads JSON lines; damage costs the damaged line only. */
export function readLines(bytes: Buffer): TranscriptLines {
  const lines: TranscriptLines = { chain: [], queue: [], damaged: 0 };
  for (let start = 0; start < bytes.length; ) {
    const newline = bytes.indexOf(10, start);
    const end = newline === -1 ? bytes.length : newline;
    if (!BULKY.test(bytes.toString("latin1", start, Math.min(end, start + HEAD_BYTES)))) {
      addLine(lines, bytes.toString("utf8", start, end));
    }
    start = end + 1;
  }
  return lines;
}

function addLine(lines: TranscriptLines, text: string): void {
  // A power cut leaves NULs where a write was promised and not done.
  const clean = text.replaceAll("\0", "").trim();
  if (clean === "") return;
  const value = tryParseJson(clean);
  const line = ChainLine.safeParse(value);
  if (line.success) {
    if (line.data.isSidechain) return;
    lines.chain.push(line.data);
    delete lines.leaf;
    return;
  }
  const leaf = Leaf.safeParse(value);
  const move = QueueLine.safeParse(value);
  if (leaf.success) lines.leaf = leaf.data.leafUuid;
  else if (move.success) lines.queue.push({ ...move.data, place: lines.chain.length });
  else if (!isBookkeeping(value)) lines.damaged++;
}

function isBookkeeping(value: unknown): boolean {
  return typeof value === "object" && value !== null && !("uuid" in value);
}
