import { jsonLines } from "../../files/json-lines.ts";
import { QueueLine, type QueueMove } from "../queue.ts";
import { ChainLine, Leaf, TitleLine } from "./line.ts";

export interface TranscriptLines {
  /** The conversation's lines in file order, from all branches but without those of subagents. */
  chain: ChainLine[];
  /** The current line according to the client, if it recorded one after the last chain line. */
  leaf?: string;
  /** Changes of the prompt queue. */
  queue: QueueMove[];
  /** The newest name that the user gave the session. The client repeats it whenever it resumes or leaves the session. */
  title?: string;
  damaged: number;
}

/** Copies of API requests and similar lines take most of the bytes. */
const BULKY = /^\s*\{\s*"type"\s*:\s*"(?:api-request|file-history|tools-used|cost-state)/;

/** Reads JSON lines; a damaged line is counted and skipped. */
export function readLines(bytes: Buffer): TranscriptLines {
  const lines: TranscriptLines = { chain: [], queue: [], damaged: 0 };
  for (const value of jsonLines(bytes, (head) => !BULKY.test(head))) addLine(lines, value);
  return lines;
}

/** Chooses the schema by the kind: a schema that rejects a line takes ten times as long as one that accepts it. */
function addLine(lines: TranscriptLines, value: unknown): void {
  if (typeof value !== "object" || value === null) lines.damaged++;
  else if ("uuid" in value) addToChain(lines, value);
  else if ("leafUuid" in value) addLeaf(lines, value);
  else if ("operation" in value) addMove(lines, value);
  else if ("customTitle" in value) addTitle(lines, value);
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

function addTitle(lines: TranscriptLines, value: object): void {
  const { data: line } = TitleLine.safeParse(value);
  if (line) lines.title = line.customTitle;
}

function addMove(lines: TranscriptLines, value: object): void {
  const { data: move } = QueueLine.safeParse(value);
  if (move) lines.queue.push({ ...move, position: lines.chain.length });
}
