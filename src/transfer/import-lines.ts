import { parseCapture } from "../kernel/capture.ts";
import type { Context } from "../kernel/context.ts";
import type { JsonObject } from "../kernel/json.ts";
import { createSession } from "../sessions/create-session.ts";
import { mapDirectory, mapPaths } from "../sessions/map-directory.ts";
import { redactStoredReply } from "../sessions/redact-replies.ts";
import { shortSessionId } from "../text/short-session-id.ts";
import type { BundledSession, BundleLine } from "./bundle/bundle-line.ts";
import type { Relation } from "./compare-records.ts";
import { type Decision, decideSession } from "./decide-session.ts";
import { importCheckpoint } from "./import-checkpoint.ts";
import { importNote, noteIds } from "./import-notes.ts";
import { placeConversation } from "./place-conversation.ts";
import type { PlacedConversation } from "./placed-conversation.ts";
import { type Destination, emptyTally, type Tally } from "./transfer.ts";
import { verifiedNode } from "./verify-bundle.ts";

export interface ImportResult extends Tally {
  warnings: string[];
}

/** The session whose lines are being read, with the nodes that were read since it began. */
interface Current {
  session: BundledSession;
  nodes: Map<string, Uint8Array>;
  decision: Decision;
  /** Whether it is stored here now, so that its parts have a place. */
  isHere: boolean;
  conversation: PlacedConversation | undefined;
}

/**
 * Writes what is missing here, session by session. What is newer here stays. A second import of the same bundle changes
 * nothing, and one that was interrupted can be repeated. The lines must have been verified.
 */
export async function importLines(
  ctx: Context,
  lines: AsyncIterable<BundleLine>,
  { relations, ...destination }: Destination & Pick<Progress, "relations">,
): Promise<ImportResult> {
  const done: ImportResult = { ...emptyTally(), warnings: [] };
  const known = await noteIds(ctx.store);
  let current: Current | undefined;
  try {
    for await (const line of lines) {
      if (line.type === "note") {
        if (await importNote(ctx, line, { known, destination })) done.notes += 1;
      } else if (line.type === "session") {
        await finishConversation(ctx, current, done);
        current = await beginSession(ctx, line.session, { destination, done, relations });
      } else if (current?.isHere) await importPart(ctx, line, { current, destination, done, relations });
    }
    await finishConversation(ctx, current, done);
    return done;
  } catch (error) {
    await current?.conversation?.discard();
    throw error;
  }
}

interface Progress {
  destination: Destination;
  /** What is here of a session, compared with what comes, by the id that it has here. */
  relations: ReadonlyMap<string, Relation>;
  done: ImportResult;
}

async function beginSession(
  ctx: Context,
  session: BundledSession,
  { destination, done, relations }: Progress,
): Promise<Current> {
  const existing = await ctx.store.getSession(session.id);
  const { projectId } = destination;
  const relation = relations.get(session.id);
  const decision = decideSession(session, existing, { ...ctx, projectId, relation });
  const begun = (how: Decision): Current => ({
    session,
    nodes: new Map(),
    decision: how,
    isHere: how !== "foreign" && !(how === "kept" && !existing),
    conversation: undefined,
  });
  if (decision === "new" || decision === "newer") {
    const moved = moveSession(ctx, session, destination);
    if (await ctx.store.replaceSession({ ...moved, revision: existing?.revision ?? 0 })) {
      done.sessions += 1;
      return begun(decision);
    }
  }
  const problem = describeUntouched(decision, session.nativeId);
  if (problem !== undefined) done.warnings.push(problem);
  return begun(decision === "new" ? "foreign" : decision);
}

/** Why a session was not written. Of a new one, another session here has the agent's id. */
const PROBLEMS: { readonly [Decided in Decision]?: string } = {
  new: "is known here under another id; it was left out.",
  foreign: "has the id of a session of another project or agent here; it was left out.",
  running: "is running here; end it and run this again to complete it.",
  newer: "was changed here at the same time; import again to complete it.",
};

/** A sentence about a session that was not written; undefined if nothing is wrong with that. */
export function describeUntouched(decision: Decision, nativeId: string): string | undefined {
  const problem = PROBLEMS[decision];
  return problem === undefined ? undefined : `Session ${shortSessionId(nativeId)} ${problem}`;
}

/** The session as it continues here: its processes and terminals are on the other machine. */
function moveSession(
  ctx: Pick<Context, "redactor">,
  session: BundledSession,
  { projectId, worktree, machine }: Destination,
) {
  const move = { from: session.worktree, to: worktree };
  const { id, agent, nativeId, startedAt, capture, ...rest } = session;
  const event = { agent, nativeSession: nativeId, cwd: mapDirectory(session.cwd, move), at: startedAt };
  const kept = parseCapture(JSON.stringify(mapPaths(ctx.redactor.json(capture as JsonObject), move)));
  return {
    ...createSession(id, event),
    ...rest,
    projectId,
    worktree,
    machine,
    cwd: event.cwd,
    startedIn: session.startedIn === null ? null : mapDirectory(session.startedIn, move),
    endedAt: session.endedAt ?? session.lastSeenAt,
    endReason: session.endReason ?? "lost",
    capture: { ...kept, transcriptPath: null, transcriptBytes: 0 },
  };
}

async function importPart(
  ctx: Context,
  line: BundleLine,
  { current, destination, done }: Progress & { current: Current },
): Promise<void> {
  if (line.type === "node") current.nodes.set(line.key, verifiedNode(line));
  else if (line.type === "checkpoint") {
    if (await importCheckpoint(ctx, line.checkpoint, { nodes: current.nodes, destination }))
      done.checkpoints += 1;
  } else if (line.type === "delivery") await importDelivery(ctx, line, current.session.id);
  else if (line.type === "conversation" && current.decision !== "running") {
    const move = { from: current.session.worktree, to: destination.worktree };
    const { session } = current;
    current.conversation ??= await placeConversation(ctx, { session, path: line.path, move });
    await current.conversation?.add(line.part);
  }
}

/** One that is here stays as it is. */
async function importDelivery(
  { store, redactor }: Context,
  { type: _, reply, ...delivery }: Extract<BundleLine, { type: "delivery" }>,
  sessionId: string,
): Promise<void> {
  const text = reply === null ? null : redactStoredReply(reply, redactor);
  await store.putDelivery({ ...delivery, sessionId, eventId: null, reply: text });
}

/** Once it is complete, the session can be resumed in its own agent. */
async function finishConversation(
  { store }: Pick<Context, "store">,
  current: Current | undefined,
  done: ImportResult,
): Promise<void> {
  const { conversation, session } = current ?? {};
  if (!conversation || !session) return;
  const outcome = await conversation.finish();
  if (outcome === "diverged" || typeof outcome === "object") {
    const kept = `The conversation ${session.nativeId} was continued here; that one was kept.`;
    done.warnings.push(outcome === "diverged" ? kept : outcome.problem);
    return;
  }
  if (outcome === "placed") done.conversations += 1;
  const stored = await store.getSession(session.id);
  if (stored?.transcriptPath === null)
    await store.replaceSession({ ...stored, transcriptPath: conversation.path });
}
