import { createHash } from "node:crypto";
import { gunzipSync, gzipSync } from "node:zlib";
import * as z from "zod";
import { HoldfastError } from "../../kernel/errors.ts";
import type { Checkpoint } from "../../kernel/record.ts";
import { tryParseJson } from "../../text/json-text.ts";
import { CheckpointRecord, decodeNode, encodeNode, NodeLine } from "./record-lines.ts";

/** A checkpoint with everything that another machine needs to restore it. */
export interface ArchivedCheckpoint {
  checkpoint: Checkpoint;
  projectRoot: string;
  projectName: string;
}

export interface Bundle {
  archived: readonly ArchivedCheckpoint[];
  /** The nodes of the states of all checkpoints. */
  nodes: ReadonlyMap<string, Uint8Array>;
}

const VERSION = 1;
/** Maximum uncompressed size when reading. The bundles that we write have only a few megabytes. */
const MAX_BYTES = 512 * 2 ** 20;

const Line = z.discriminatedUnion("type", [
  z.object({ type: z.literal("holdfast"), version: z.number(), checkpoints: z.number() }),
  NodeLine,
  z.object({
    type: z.literal("checkpoint"),
    checkpoint: CheckpointRecord,
    projectRoot: z.string(),
    projectName: z.string(),
  }),
]);

/** Encodes a bundle as compressed lines of JSON: a header, the nodes of the states, the checkpoints. Deterministic. */
export function encodeBundle({ archived, nodes }: Bundle): Uint8Array {
  const lines: z.infer<typeof Line>[] = [
    { type: "holdfast", version: VERSION, checkpoints: archived.length },
    ...[...nodes].map(([key, bytes]) => encodeNode(key, bytes)),
    ...archived.map((each) => ({ type: "checkpoint" as const, ...each })),
  ];
  return gzipSync(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
}

/** Throws `state_corrupt` unless the bundle is intact: every node matches its hash, and no checkpoint is missing. */
export function decodeBundle(name: string, bytes: Uint8Array): Bundle {
  const archived: ArchivedCheckpoint[] = [];
  const nodes = new Map<string, Uint8Array>();
  let announced = -1;
  for (const line of parseLines(name, bytes)) {
    if (line.type === "holdfast") announced = readHeader(name, line);
    else if (line.type === "checkpoint") archived.push(line as unknown as ArchivedCheckpoint);
    else nodes.set(line.key, verifyNode(name, line));
  }
  if (announced !== archived.length) throw damaged(name, "checkpoints are missing");
  return {
    archived: archived.map(({ checkpoint, ...project }) => ({ checkpoint, ...namesOf(project) })),
    nodes,
  };
}

/** The name depends only on the checkpoints, so that a repeated attempt replaces the bundle of the first one. */
export function bundleName(checkpoints: readonly Checkpoint[]): string {
  const times = checkpoints.map(({ createdAt }) => createdAt);
  const day = (time: number) => new Date(time).toISOString().slice(0, 10);
  const ids = checkpoints.map(({ id }) => id).sort();
  const digest = createHash("sha256").update(ids.join("\n")).digest("hex").slice(0, 16);
  const days = `${day(Math.min(...times))}_${day(Math.max(...times))}`;
  return `${days}_${checkpoints.length}_${digest}.jsonl.gz`;
}

/** Parses the name of a bundle. Undefined if it is not one of ours. */
export function readBundleName(name: string): { from: string; to: string; checkpoints: number } | undefined {
  const found = /^(\d{4}-\d\d-\d\d)_(\d{4}-\d\d-\d\d)_(\d{1,9})_[0-9a-f]{16}\.jsonl\.gz$/.exec(name);
  if (!found) return undefined;
  const [, from = "", to = "", checkpoints] = found;
  return { from, to, checkpoints: Number(checkpoints) };
}

function namesOf({
  projectRoot,
  projectName,
}: Omit<ArchivedCheckpoint, "checkpoint">): Omit<ArchivedCheckpoint, "checkpoint"> {
  return { projectRoot, projectName };
}

function parseLines(name: string, bytes: Uint8Array): z.infer<typeof Line>[] {
  const lines = unpack(name, bytes).split("\n").slice(0, -1);
  return lines.map((line) => {
    const read = Line.safeParse(tryParseJson(line));
    if (!read.success) throw damaged(name, "a line cannot be read");
    return read.data;
  });
}

function unpack(name: string, bytes: Uint8Array): string {
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_BYTES }).toString();
  } catch (error) {
    throw damaged(name, error instanceof Error ? error.message : String(error));
  }
}

function readHeader(
  name: string,
  { version, checkpoints }: { version: number; checkpoints: number },
): number {
  if (version === VERSION) return checkpoints;
  throw new HoldfastError("store_newer", `The bundle ${name} was written by a newer version.`);
}

function verifyNode(name: string, line: NodeLine): Uint8Array {
  const bytes = decodeNode(line);
  if (!bytes) throw damaged(name, `the node ${line.key} does not match its hash`);
  return bytes;
}

function damaged(name: string, how: string): HoldfastError {
  return new HoldfastError("state_corrupt", `The bundle ${name} is damaged: ${how}.`, {
    next: "Restore another bundle; `holdfast archive` lists them.",
  });
}
