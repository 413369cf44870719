import { type Capture, EMPTY_CAPTURE } from "../kernel/capture.ts";
import type { Config } from "../kernel/config/config.ts";
import type { Context } from "../kernel/context.ts";
import type { EventScope } from "../kernel/event-handler.ts";
import type { Session } from "../kernel/record.ts";
import type { CheckpointStorage } from "../kernel/storage/checkpoint-storage.ts";
import { findAgentDigest } from "./find-agent-digest.ts";
import { keepRecordFile } from "./keep-record-file.ts";
import { nextTodoTool } from "./record/next-todo-tool.ts";
import { provenanceOf } from "./record/provenance.ts";
import {
  clearedNotice,
  continuingNotice,
  formatCommandFor,
  remindedNotice,
} from "./record/recovery-notice.ts";
import { mayGrow, type RecordLimits, recoveryText } from "./record/recovery-text.ts";
import { continuationOf, noRecovery, type Recovery } from "./recovery.ts";
import type { Choice } from "./source/choose-source.ts";
import { concludeSession } from "./source/conclude-session.ts";
import { findEarlier } from "./source/find-source.ts";
import { readEarlier } from "./source/read-earlier.ts";

/** How much of an earlier session's record the next one receives. */
type Share = Config["recovery"]["afterClear"];

interface Chosen {
  choice: Extract<Choice, { sessionId: string }>;
  share: Share;
  limits: RecordLimits;
}

/**
 * Delivers the record of a session to itself, or to a session that continues it. The latter ends the earlier session.
 */
export async function recoverSession(ctx: Context, scope: EventScope, chosen: Chosen): Promise<Recovery> {
  const { session, capture } = scope;
  const isOwn = chosen.choice.type === "own";
  const stored = isOwn
    ? { ...session, capture }
    : await findEarlier(ctx, chosen.choice.sessionId, scope.transcripts);
  const source = stored && (await readEarlier(ctx, scope, stored));
  if (!source || source.capture.prompts.length === 0) return noRecovery(scope);
  if (chosen.share === "nothing") return await keepCleared(ctx, scope, source);
  return isOwn
    ? await remindSession(ctx, scope, { chosen, source })
    : await continueSession(ctx, scope, { chosen, source });
}

/** Delivers nothing, but saves a checkpoint and shows the person how to restore it. */
async function keepCleared(ctx: Context, scope: EventScope, source: Session): Promise<Recovery> {
  const { session, capture, event } = scope;
  const ended = { earlier: source, capture: source.capture, at: event.at };
  const { checkpointId, effects } = await concludeSession(ctx, ended, scope.effects);
  const notice = clearedNotice(source.capture, checkpointId, formatCommandFor(ctx, event));
  return { session, capture, notice, checkpointId, effects };
}

interface ChosenSource {
  chosen: Chosen;
  /** The session whose record is delivered, up to date with its transcript. */
  source: Session;
}

/** Delivers a session's own record to it. */
async function remindSession(ctx: Context, scope: EventScope, recovered: ChosenSource): Promise<Recovery> {
  const { session, capture } = scope;
  const { source } = recovered;
  const checkpointId = await newestCheckpoint(ctx.store, source.id);
  const { text } = await writeRecord(ctx, scope, { ...recovered, checkpointId });
  return { session, capture, text, notice: remindedNotice(source.capture), checkpointId, effects: [] };
}

/** Delivers the record of an earlier session, and ends that session. */
async function continueSession(ctx: Context, scope: EventScope, recovered: ChosenSource): Promise<Recovery> {
  const { source, chosen } = recovered;
  const { event } = scope;
  const ended = { earlier: source, capture: source.capture, at: event.at };
  const { checkpointId, effects } = await concludeSession(ctx, ended, scope.effects);
  const { text, ageMs } = await writeRecord(ctx, scope, { ...recovered, checkpointId });
  const continued = continuationOf(scope, source, sharedCapture(chosen, source));
  const { parentReason } = continued.session;
  const notice = continuingNotice(source.capture, { ageMs, parentReason }, formatCommandFor(ctx, event));
  return { ...continued, text, notice, checkpointId, effects };
}

async function writeRecord(
  ctx: Context,
  { event, session }: EventScope,
  { chosen, source, checkpointId }: ChosenSource & { checkpointId: string | null },
): Promise<{ text: string; ageMs: number }> {
  const { choice, share, limits } = chosen;
  const note = share === "record" ? await findAgentDigest(ctx.store, source) : undefined;
  // A resumed conversation, such as a fork, already contains the report of its rewind.
  const isResumed = event.kind === "session_start" && event.source === "resume";
  const isKnown = choice.type === "own" && isResumed && note?.trigger === "rewind";
  const work = {
    session: source,
    capture: source.capture,
    reason: choice.reason,
    isOngoing: choice.type === "own",
    noted: isKnown ? null : (note?.digest ?? null),
    checkpointId,
  };
  const provenance = {
    ...provenanceOf(work, { at: event.at, location: session, from: session.cwd }),
    todoTool: nextTodoTool(ctx, source, event),
  };
  const shared = sharedCapture(chosen, source);
  const file = mayGrow(limits) ? keepRecordFile(ctx, shared, provenance) : null;
  const text = recoveryText(shared, { ...provenance, file }, limits);
  return { text, ageMs: provenance.ageMs };
}

function sharedCapture({ share }: Chosen, { capture }: Session): Capture {
  if (share === "record") return capture;
  return { ...EMPTY_CAPTURE, sentences: capture.sentences.filter(({ kind }) => kind === "constraint") };
}

async function newestCheckpoint(store: CheckpointStorage, sessionId: string): Promise<string | null> {
  const [newest] = await store.listCheckpoints({ sessionId, limit: 1 });
  return newest?.id ?? null;
}
