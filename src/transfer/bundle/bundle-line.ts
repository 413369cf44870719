import { isAbsolute } from "node:path";
import * as z from "zod";
import { CheckpointRecord, NodeLine } from "../../checkpoints/archive/record-lines.ts";
import { isReply } from "../../kernel/agent/parse-reply.ts";
import { isNativeId } from "../../kernel/agent/resume-command.ts";
import type { IdPrefix } from "../../kernel/ids.ts";
import { DELIVERY_CHANNELS } from "../../kernel/record.ts";
import { Snapshot } from "../../kernel/snapshot.ts";
import { MACHINE_ID } from "../../sessions/machine-id.ts";

/** The version of the format. A reader refuses a newer one. */
export const BUNDLE_VERSION = 1;
/** Longest part of a conversation in one line, in characters. */
export const MAX_PART = 1_000_000;

/** Milliseconds since 1970, up to the year 9999: later times cannot be shown. */
const moment = z.int().min(0).max(253_402_300_799_999);
const count = z.int().min(0).max(1e9);
const text = z.string().nullable();
const directory = z.string().max(4_096).refine(isAbsolute);
const agent = z.string().regex(/^[\w-]{1,60}$/);

function idOf(prefix: IdPrefix) {
  return z.string().regex(new RegExp(`^${prefix}_\\w{1,60}$`));
}

const ProjectLine = z.object({
  type: z.literal("project"),
  name: z.string(),
  /** Where it was, to which the directories of the sessions are relative. */
  root: z.string(),
  remotes: z.array(z.string()),
  rootCommit: text,
});

/** What a session is on any machine. Processes and terminals stay behind. */
const BundledSession = z.object({
  id: idOf("ses"),
  agent,
  nativeId: z.string().refine(isNativeId),
  worktree: directory,
  cwd: directory,
  startedIn: directory.nullable(),
  gitHead: text,
  gitBranch: text,
  parentId: idOf("ses").nullable(),
  parentReason: z.enum(["compact", "clear", "fork", "resume", "handoff"]).nullable(),
  startedAt: moment,
  lastSeenAt: moment,
  endedAt: moment.nullable(),
  endReason: text,
  promptCount: count,
  lastPromptAt: moment.nullable(),
  dismissedAt: moment.nullable(),
  capture: z.record(z.string(), z.unknown()),
});
export type BundledSession = z.infer<typeof BundledSession>;

const SessionLine = z.object({ type: z.literal("session"), session: BundledSession });

/** Belongs to the session before it; the nodes of its state are between the two, unless an earlier one has them. */
const CheckpointLine = z.object({
  type: z.literal("checkpoint"),
  checkpoint: CheckpointRecord.extend({
    id: idOf("chk"),
    sessionId: idOf("ses").nullable(),
    parentId: idOf("chk").nullable(),
    agent: agent.nullable(),
    worktree: directory,
    stepNumber: z.int().min(-1).max(1e9).nullable(),
    createdAt: moment,
    trashedAt: moment.nullable(),
    abandonedAt: moment.nullable(),
  }),
});

/** What was delivered to the session before it, without the event that carried it. */
const DeliveryLine = z.object({
  type: z.literal("delivery"),
  id: idOf("dlv"),
  incarnation: count,
  checkpointId: idOf("chk").nullable(),
  channel: z.enum(DELIVERY_CHANNELS),
  chars: count,
  at: moment,
  arrivedAt: moment.nullable(),
  handler: text,
  /** The JSON of a reply. */
  reply: z.string().refine(isReply).nullable(),
});

const NoteLine = z.object({
  type: z.literal("note"),
  id: idOf("mem"),
  text: z.string(),
  createdAt: moment,
});

/** The next part of the agent's own file of the session before it. Parts end where a line of that file ends. */
const ConversationLine = z.object({
  type: z.literal("conversation"),
  /** Where the file was, relative to the agent's own directory. */
  path: z.string().max(1_000),
  part: z.string(),
});

const SnapshotId = z.string().regex(/^snp_[0-9a-z]{1,40}$/);
const ObjectId = z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/);

/** The files of a session as it had them last. Their content is in the lines of the pack. */
const FilesLine = z.object({
  type: z.literal("files"),
  snapshot: Snapshot.omit({ worktree: true, previous: true, turns: true, index: true, origin: true }).extend({
    id: SnapshotId,
    after: z.array(SnapshotId).max(1_000).optional(),
    session: idOf("ses"),
    createdAt: moment,
    checkpoint: idOf("chk").nullable(),
    turn: count.nullable(),
    tree: ObjectId,
    permissions: ObjectId.nullable(),
    gitHead: ObjectId.nullable(),
    directories: z.array(z.string().max(4_096)).max(1_000),
    uncovered: Snapshot.shape.uncovered.max(1_000),
  }),
});

/** The next part of a pack of git with what the commits of the snapshots do not contain. */
const PackLine = z.object({ type: z.literal("pack"), part: z.base64().max(4 * MAX_PART) });

export const BundleLine = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("holdfast"),
    version: z.number(),
    machine: z.string().max(200),
    /** Earlier versions do not write it. */
    machineId: z.string().regex(MACHINE_ID).optional(),
    createdAt: moment,
  }),
  ProjectLine,
  SessionLine,
  NodeLine,
  CheckpointLine,
  DeliveryLine,
  NoteLine,
  ConversationLine,
  FilesLine,
  PackLine,
  /** The last line. Covers the bytes of all lines before it. */
  z.object({ type: z.literal("end"), lines: z.number(), sha256: z.string() }),
]);
export type BundleLine = z.infer<typeof BundleLine>;

export type ProjectOrigin = Omit<z.infer<typeof ProjectLine>, "type">;
