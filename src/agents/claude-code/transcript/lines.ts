import { tryParseJson } from "../../../text/json-text.ts";
import { QueueLine, type QueueMove } from "../queue.ts";
import { ChainLine, Leaf } from "./line.ts";

export interface TranscriptLines {
  /** The conversation's lines in file order, from all branches but without those of subagents. */
  chain: ChainLine[];
  /** The current line according to the client, if it recorded one after the last chain line. */
  leaf?: string;
  /** Changes of the prompt queue. */
  queue: QueueMove[];
  damaged: number;
}

/** Copies of API requests and similar lines take most of the bytes; they are not even parsed. */
const BULKY = /^\s*\{\s*"type"\s*:\s*"(?:api-request|file-history|tools-used|cost-state)/;
const HEAD_BYTES = 64;

/** Reads JSON lines; a damaged line is counted and skipped. */
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
  // After a power failure the file may contain NULs in place of data.
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
