import { catchUp } from "../capture/read-transcript-tail.ts";
import { allCheckpoints } from "../checkpoints/all-checkpoints.ts";
import { encodeNode } from "../checkpoints/archive/record-lines.ts";
import { redactCheckpoint } from "../checkpoints/redact-checkpoints.ts";
import { isReply } from "../kernel/agent/parse-reply.ts";
import type { Context } from "../kernel/context.ts";
import type { JsonObject } from "../kernel/json.ts";
import type { Session, SessionSummary } from "../kernel/record.ts";
import { allMemories } from "../memory/all-memories.ts";
import { machineId } from "../sessions/machine-id.ts";
import { redactStoredReply } from "../sessions/redact-replies.ts";
import { BUNDLE_VERSION, type BundledSession, BundleLine, type ProjectOrigin } from "./bundle/bundle-line.ts";
import { collectFiles } from "./collect-files.ts";
import { readConversation } from "./read-conversation.ts";
import type { Tally } from "./transfer.ts";

export interface CollectInput {
  machine: string;
  project: ProjectOrigin & { id: string };
  sessions: readonly SessionSummary[];
  /** With the files that the sessions had last. */
  withFiles?: boolean;
  /** With notes, checkpoints and deliveries (default), which a shared database has already. */
  withRecord?: boolean;
}

/**
 * Everything that another machine needs to continue these sessions: states (each node once per session), notes, and the agents' own
 * conversations. All text is redacted by the current rules. Counts into `tally` as it goes.
 */
export async function* collectLines(
  ctx: Context,
  { machine, project: { id, ...project }, sessions, withFiles = false, withRecord = true }: CollectInput,
  tally: Tally,
): AsyncGenerator<BundleLine> {
  const header = { version: BUNDLE_VERSION, machine, machineId: machineId(ctx), createdAt: ctx.clock() };
  yield { type: "holdfast", ...header };
  yield { type: "project", ...project };
  if (withRecord) yield* collectNotes(ctx, id, tally);
  const sent: SessionSummary[] = [];
  // Oldest first, so that a session is there before those that continue it.
  for (const summary of sessions.toReversed()) {
    const { id: sessionId } = summary;
    const stored = await ctx.store.getSession(sessionId);
    if (!stored) continue;
    const session = await catchUp(ctx, stored);
    const line: BundleLine = { type: "session", session: bundled(ctx, session) };
    if (!isReadable(line)) {
      tally.leftOut += 1;
      continue;
    }
    yield line;
    sent.unshift(summary);
    tally.sessions += 1;
    if (withRecord) {
      yield* collectCheckpoints(ctx, sessionId, tally);
      yield* collectDeliveries(ctx, sessionId);
    }
    yield* collectConversation(ctx, session, tally);
  }
  if (withFiles) yield* collectFiles(ctx, { root: project.root, sessions: sent }, tally);
}

/** A reader refuses the whole bundle because of one line, so what was stored in a wrong form stays here. */
function isReadable(line: BundleLine): boolean {
  return BundleLine.safeParse(line).success;
}

async function* collectNotes(ctx: Context, project: string, tally: Tally): AsyncGenerator<BundleLine> {
  for await (const { id, projectId, text, createdAt } of allMemories(ctx.store)) {
    if (projectId !== project) continue;
    yield { type: "note", id, text: ctx.redactor.text(text), createdAt };
    tally.notes += 1;
  }
}

/** Each node once per session, so that a reader needs to keep only those of one session. */
async function* collectCheckpoints(
  ctx: Context,
  sessionId: string,
  tally: Tally,
): AsyncGenerator<BundleLine> {
  const written = new Set<string>();
  const ids: string[] = [];
  const filter = { sessionId, includeAbandoned: true };
  for await (const { id } of allCheckpoints(ctx.store, filter)) ids.unshift(id);
  for (const id of ids) {
    const stored = await ctx.store.getCheckpoint(id);
    if (!stored) continue;
    const { checkpoint, nodes } = await redactCheckpoint(ctx, stored);
    // A state that cannot be read has no nodes here, and would not be readable there either.
    if (nodes.size === 0) continue;
    for (const [key, bytes] of nodes) {
      if (written.has(key)) continue;
      written.add(key);
      yield encodeNode(key, bytes);
    }
    const line: BundleLine = { type: "checkpoint", checkpoint };
    if (!isReadable(line)) continue;
    yield line;
    tally.checkpoints += 1;
  }
}

/** What is still pending reaches the session here, if anywhere. */
async function* collectDeliveries(ctx: Context, id: string): AsyncGenerator<BundleLine> {
  for (const { sessionId: _, eventId, reply, ...delivery } of await ctx.store.listDeliveries(id)) {
    if (delivery.arrivedAt === null && eventId !== null) continue;
    const text = reply !== null && isReply(reply) ? redactStoredReply(reply, ctx.redactor) : null;
    const line: BundleLine = { type: "delivery", ...delivery, reply: text };
    if (isReadable(line)) yield line;
  }
}

async function* collectConversation(
  ctx: Context,
  session: Session,
  tally: Tally,
): AsyncGenerator<BundleLine> {
  let isFirst = true;
  for await (const line of readConversation(ctx, session)) {
    if (isFirst) tally.conversations += 1;
    isFirst = false;
    yield { type: "conversation", ...line };
  }
}

type TransferRule<Field> = Field extends keyof BundledSession ? "as it is" | "redacted" : "stays";

/** Whether a field goes to another machine. An object, so that the compiler demands this of a new field. */
const FIELDS = {
  id: "as it is",
  revision: "stays",
  agent: "as it is",
  nativeId: "as it is",
  projectId: "stays",
  worktree: "as it is",
  cwd: "as it is",
  startedIn: "as it is",
  machine: "stays",
  host: "stays",
  gitHead: "as it is",
  gitBranch: "redacted",
  parentId: "as it is",
  parentReason: "as it is",
  startedAt: "as it is",
  lastSeenAt: "as it is",
  endedAt: "as it is",
  endReason: "redacted",
  pid: "stays",
  pidStart: "stays",
  transcriptPath: "stays",
  promptCount: "as it is",
  promptsSinceCheckpoint: "stays",
  incarnation: "stays",
  lastPromptAt: "as it is",
  firstToolUseAt: "stays",
  dismissedAt: "as it is",
  pendingRecovery: "stays",
  launch: "stays",
  capture: "redacted",
} as const satisfies { [Field in keyof Session]: TransferRule<Field> };

type Unchanged = {
  [Field in keyof Session]: (typeof FIELDS)[Field] extends "as it is" ? Field : never;
}[keyof Session];

const UNCHANGED = (Object.keys(FIELDS) as (keyof Session)[]).filter((field) => FIELDS[field] === "as it is");

function bundled({ redactor }: Pick<Context, "redactor">, session: Session): BundledSession {
  const text = (value: string | null) => (value === null ? null : redactor.text(value));
  const unchanged = Object.fromEntries(UNCHANGED.map((field) => [field, session[field]])) as Pick<
    Session,
    Unchanged
  >;
  return {
    ...unchanged,
    gitBranch: text(session.gitBranch),
    endReason: text(session.endReason),
    capture: redactor.json(session.capture as unknown as JsonObject),
  };
}
