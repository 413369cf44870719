import { abandonedIds } from "../../capture/branches/abandoned-records.ts";
import { mergeDecisions } from "../../capture/facts/decisions.ts";
import { catchUp } from "../../capture/read-transcript-tail.ts";
import { loadWithFallback } from "../../checkpoints/load-with-fallback.ts";
import { summarizeState } from "../../checkpoints/summarize-state.ts";
import type { Capture } from "../../kernel/capture.ts";
import type { Context } from "../../kernel/context.ts";
import type { JsonValue } from "../../kernel/json.ts";
import type { Checkpoint, Session } from "../../kernel/record.ts";
import type { CheckpointStorage, StoredCheckpoint } from "../../kernel/storage/checkpoint-storage.ts";
import type { NodeStorage } from "../../kernel/storage/node-storage.ts";
import type { SessionStorage } from "../../kernel/storage/session-storage.ts";
import { findAgentDigest } from "../find-agent-digest.ts";
import { captureOfState } from "./capture-of-state.ts";
import type { Work } from "./find-work.ts";

/** Work with its capture, and what its newest checkpoint adds. */
export interface LoadedWork {
  type: Work["type"];
  /** Undefined for a checkpoint without a session. */
  session: Session | undefined;
  /** Null for a session without checkpoints. */
  checkpoint: Checkpoint | null;
  capture: Capture;
  /** The state that a caller saved with the checkpoint; null if it was captured. */
  given: JsonValue;
  noted: string | null;
  /** What the agent noted as the next steps. */
  nextSteps: string[];
  warning: string | null;
}

type LoadDeps = Pick<Context, "agents" | "redactor" | "clock"> & {
  store: CheckpointStorage & NodeStorage & SessionStorage;
};

export async function readWork(ctx: LoadDeps, work: Work): Promise<LoadedWork> {
  return work.type === "session"
    ? await readSession(ctx, work.session)
    : await readCheckpoint(ctx, work.checkpoint);
}

/** Also reads the transcript, since a killed session may have written more than its hooks reported. */
async function readSession(ctx: LoadDeps, stored: Session): Promise<LoadedWork> {
  const session = await catchUp(ctx, stored);
  const left = await abandonedIds(ctx.store, session);
  const kept = await ctx.store.listCheckpoints({ sessionId: stored.id, limit: left.size + 1 });
  const newest = kept.find(({ id }) => !left.has(id));
  const saved = newest && (await readCheckpoint(ctx, newest));
  const live = session.capture;
  if (live.prompts.length === 0 && saved) return saved;
  const capture = withSaved(ctx.redactor.json(live as never) as Capture, saved);
  const note = await notedIn(ctx, await findAgentDigest(ctx.store, { ...session, capture }));
  return {
    type: "session",
    session,
    checkpoint: newest ?? null,
    capture,
    given: saved?.given ?? null,
    ...note,
    warning: saved?.warning ?? null,
  };
}

/** Adds the todos and decisions of a state that the agent saved, which may not be in the capture. */
function withSaved(capture: Capture, saved: LoadedWork | undefined): Capture {
  if (!saved || saved.given === null) return capture;
  const { todos, decisions } = saved.capture;
  return {
    ...capture,
    todos: capture.todos.length > 0 ? capture.todos : todos,
    decisions: mergeDecisions(decisions, capture.decisions),
  };
}

async function readCheckpoint(ctx: LoadDeps, asked: StoredCheckpoint): Promise<LoadedWork> {
  const { checkpoint, state, fellBack } = await loadWithFallback(ctx.store, asked);
  const shown = ctx.redactor.json(state);
  const { capture, isCaptured } = captureOfState(shown, checkpoint.createdAt);
  const session = checkpoint.sessionId ? await ctx.store.getSession(checkpoint.sessionId) : undefined;
  const note = session && (await findAgentDigest(ctx.store, { ...session, capture }, checkpoint.createdAt));
  const noted = await notedIn(ctx, note);
  return {
    type: "checkpoint",
    session,
    checkpoint,
    capture,
    given: isCaptured ? null : shown,
    // Only a summary that someone wrote is shown. The generated one of a capture merely counts what the record lists.
    noted: (isWritten(checkpoint) ? redacted(ctx, checkpoint.digest) : null) ?? noted.noted,
    nextSteps: noted.nextSteps.length > 0 ? noted.nextSteps : summarizeState(shown).nextSteps,
    warning: fellBack,
  };
}

function isWritten({ kind, trigger }: Checkpoint): boolean {
  return kind !== "digest" || trigger === "agent";
}

/** Redacts again, since newer rules may find more than those that were applied when it was stored. */
function redacted({ redactor }: Pick<Context, "redactor">, text: string | null): string | null {
  return text === null ? null : redactor.text(text);
}

async function notedIn(
  { store, redactor }: LoadDeps,
  note: Checkpoint | undefined,
): Promise<Pick<LoadedWork, "noted" | "nextSteps">> {
  if (!note) return { noted: null, nextSteps: [] };
  const noted = redacted({ redactor }, note.digest);
  const { state } = await loadWithFallback(store, note);
  return { noted, nextSteps: summarizeState(redactor.json(state)).nextSteps };
}
