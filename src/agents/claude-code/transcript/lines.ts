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
  const value = clean.startsWith("{") ? tryParseJson(clean) : undefined;
  // Chooses the schema by the kind: a schema that rejects a line takes ten times as long as one that accepts it.
  if (typeof value !== "object" || value === null) lines.damaged++;
  else if ("uuid" in value) addToChain(lines, value);
  else if ("leafUuid" in value) addLeaf(lines, value);
  else if ("operation" in value) addMove(lines, value);
}

function addToChain(lines: TranscriptLines, value: object): void {
  const { data: line } = ChainLine.safeParse(value);
  if (line === undefined) lines.damaged++;
  else if (!line.isSidechain) {
    lines.chain.push(line);
    delete lines.leaf;
  }
}

function addLeaf(lines: TranscriptLines, value: object): void {
  const { data: leaf } = Leaf.safeParse(value);
  if (leaf) lines.leaf = leaf.leafUuid;
}

function addMove(lines: TranscriptLines, value: object): void {
  const { data: move } = QueueLine.safeParse(value);
  if (move) lines.queue.push({ ...move, position: lines.chain.length });
}
