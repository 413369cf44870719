import { decodeNode, type NodeLine } from "../checkpoints/archive/record-lines.ts";
import { type Capture, EMPTY_CAPTURE, parseCapture } from "../kernel/capture.ts";
import type { ArrivingFiles, ArrivingSnapshot } from "../kernel/ports/snapshots.ts";
import type { Checkpoint } from "../kernel/record.ts";
import { workTitle } from "../recovery/record/work-title.ts";
import type { BundledSession, BundleLine, ProjectOrigin } from "./bundle/bundle-line.ts";
import { damaged } from "./bundle/read-lines.ts";
import { marksOf, type WorkMarks } from "./compare-records.ts";

export interface SessionContents {
  session: Pick<BundledSession, "id" | "agent" | "nativeId" | "parentId" | "lastSeenAt">;
  title: string;
  /** Which work it contains. */
  marks: WorkMarks;
}

/** What is in a bundle. */
export interface BundleContents {
  machine: string;
  /** The id of that machine; undefined if an earlier version wrote the bundle. */
  machineId: string | undefined;
  createdAt: number;
  project: ProjectOrigin;
  sessions: SessionContents[];
  checkpoints: number;
  conversations: number;
  notes: number;
  /** The files of sessions, without their content. */
  files: ArrivingSnapshot[];
}

/** The session whose lines are being read. */
interface Current {
  bundled: SessionContents;
  capture: Capture;
  checkpoints: Pick<Checkpoint, "id" | "stateRoot" | "createdAt">[];
  /** Where its agent's file was. */
  path: string | undefined;
}

/** What was read so far. */
interface ContentCount extends Omit<BundleContents, "project"> {
  project: ProjectOrigin | undefined;
  current: Current | undefined;
}

/**
 * Reads a whole bundle and verifies it: every line, the hash of every node, the hash of everything, and that what
 * belongs to a session stands with it. The content of files goes to `arriving`, which verifies it. Throws before anything
 * was written.
 */
export async function verifyBundle(
  lines: AsyncIterable<BundleLine>,
  arriving?: Pick<ArrivingFiles, "add">,
): Promise<BundleContents> {
  const contents: ContentCount = {
    machine: "",
    machineId: undefined,
    createdAt: 0,
    project: undefined,
    sessions: [],
    checkpoints: 0,
    conversations: 0,
    notes: 0,
    files: [],
    current: undefined,
  };
  for await (const line of lines) {
    if (line.type === "pack") await arriving?.add(Buffer.from(line.part, "base64"));
    else count(contents, line);
  }
  endSession(contents);
  const { project, current: _current, ...found } = contents;
  if (!project) throw damaged("it names no project");
  return { ...found, project };
}

function count(contents: ContentCount, line: BundleLine): void {
  if (line.type === "holdfast") {
    contents.machine = line.machine;
    contents.machineId = line.machineId;
    contents.createdAt = line.createdAt;
  } else if (line.type === "project") contents.project = line;
  else if (line.type === "session") beginSession(contents, line.session);
  else if (line.type === "node") verifiedNode(line);
  else if (line.type === "checkpoint") countCheckpoint(contents, line.checkpoint);
  else if (line.type === "conversation") countConversation(contents, line.path);
  else if (line.type === "note") contents.notes += 1;
  else if (line.type === "files") addFiles(contents, line.snapshot);
}

function addFiles({ sessions, files }: ContentCount, snapshot: ArrivingSnapshot): void {
  if (!sessions.some(({ session }) => session.id === snapshot.session))
    throw damaged("files stand with another session");
  files.push(snapshot);
}

function beginSession(contents: ContentCount, session: BundledSession): void {
  endSession(contents);
  const { id, agent, nativeId, parentId, lastSeenAt } = session;
  const capture = parseCapture(JSON.stringify(session.capture));
  if (capture === EMPTY_CAPTURE) throw damaged(`what was captured of session ${id} cannot be read`);
  const bundled = {
    session: { id, agent, nativeId, parentId, lastSeenAt },
    title: workTitle(capture),
    marks: marksOf([], capture),
  };
  contents.sessions.push(bundled);
  contents.current = { bundled, capture, checkpoints: [], path: undefined };
}

/** All of its checkpoints were read. */
function endSession({ current }: ContentCount): void {
  if (current) current.bundled.marks = marksOf(current.checkpoints, current.capture);
}

function countCheckpoint(contents: ContentCount, { sessionId, id, stateRoot, createdAt }: Checkpoint): void {
  const { current } = contents;
  if (!current || sessionId !== current.bundled.session.id)
    throw damaged("a checkpoint stands with another session");
  current.checkpoints.push({ id, stateRoot, createdAt });
  contents.checkpoints += 1;
}

function countConversation(contents: ContentCount, path: string): void {
  const { current } = contents;
  if (!current || (current.path !== undefined && current.path !== path))
    throw damaged("a conversation stands with another session");
  if (current.path === undefined) contents.conversations += 1;
  current.path = path;
}

/** The bytes of a node. Throws `state_corrupt` if they do not match its hash. */
export function verifiedNode(line: NodeLine): Uint8Array {
  const bytes = decodeNode(line);
  if (!bytes) throw damaged(`the node ${line.key} does not match its hash`);
  return bytes;
}
