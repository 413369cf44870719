import { type Capture, factsOf } from "../kernel/capture.ts";
import type { Context } from "../kernel/context.ts";
import type { JsonObject, JsonValue } from "../kernel/json.ts";
import type { Checkpoint, Kind, Session, Trigger } from "../kernel/record.ts";
import type { CheckpointStorage } from "../kernel/storage/checkpoint-storage.ts";
import { type Location, locateDirectory } from "../sessions/locate-directory.ts";
import { callerSession } from "./caller-session.ts";
import { type CheckpointView, checkpointViewer } from "./checkpoint-view.ts";
import { buildCheckpoint, notBefore } from "./create-checkpoint.ts";
import { findCheckpoint } from "./find-checkpoint.ts";
import { namedSession } from "./named-session.ts";
import { retentionOf } from "./retention.ts";
import { summarizeState } from "./summarize-state.ts";

/** The caller's description of the checkpoint. */
export interface SaveInput {
  trigger: Trigger;
  name?: string | undefined;
  workflow?: string | undefined;
  workflowType?: string | undefined;
  step?: string | undefined;
  stepNumber?: number | undefined;
  progress?: number | undefined;
  digest?: string | undefined;
  decisions?: { phase?: string | undefined; decision: string; rationale?: string | undefined }[] | undefined;
  state?: unknown;
  kind?: Kind | undefined;
  parent?: string | undefined;
  /** The session whose work is saved (default: the calling one). */
  session?: string | undefined;
}

/** The session whose work is saved, if it is known, and where that work is. */
export interface SavedWork extends Location {
  session: Session | undefined;
}

/** Saves the given state, or the capture of a session, combined with `more`. */
export async function saveCheckpoint(
  ctx: Context,
  raw: SaveInput,
  more: JsonObject = {},
): Promise<CheckpointView> {
  const input = ctx.redactor.json(raw as never) as SaveInput;
  const work = await locateWork(ctx, input);
  return await storeCheckpoint(ctx, { input, more: ctx.redactor.json(more), work });
}

/** Stores a checkpoint of work that was found already. Input and additions must have been redacted. */
export async function storeCheckpoint(
  ctx: Pick<Context, "clock" | "newId" | "redactor" | "store">,
  { input, more, work }: { input: SaveInput; more: JsonObject; work: SavedWork },
): Promise<CheckpointView> {
  const { session, projectId, worktree, gitHead, gitBranch } = work;
  const parent = await findParent(ctx, input, work);
  const state = stateOf(input, more, session);
  const fields = {
    ...describe(input, parent),
    id: ctx.newId("chk"),
    projectId,
    worktree,
    sessionId: session?.id ?? null,
    agent: session?.agent ?? null,
    progress: input.progress ?? summarizeState(state).progress,
    gitHead,
    gitBranch,
    createdAt: notBefore(parent, ctx.clock()),
  };
  const { checkpoint, nodes } = buildCheckpoint(fields, state);
  await ctx.store.saveCheckpoint(checkpoint, nodes);
  return (await checkpointViewer(ctx, [checkpoint]))(checkpoint);
}

/** A session that is named may have worked elsewhere. */
async function locateWork(ctx: Context, input: SaveInput): Promise<SavedWork> {
  if (input.session !== undefined) {
    const session = await namedSession(ctx, input.session);
    const { projectId, worktree, gitHead, gitBranch } = session;
    return { session, projectId, worktree, gitHead, gitBranch };
  }
  const located = await locateDirectory(ctx, ctx.caller.cwd, ctx.clock());
  return { ...located, session: await callerSession(ctx, located.worktree) };
}

/** Returns the fields that depend only on the input and the parent. */
function describe(input: SaveInput, parent: Checkpoint | undefined) {
  return {
    ...nameOf(input, parent),
    parentId: parent?.id ?? null,
    stepNumber: input.stepNumber ?? stepAfter(parent, input.workflow),
    digest: input.digest ?? null,
    retention: retentionOf({ name: input.name ?? null, trigger: input.trigger }),
  } as const;
}

function nameOf(input: SaveInput, parent: Checkpoint | undefined) {
  return {
    kind: input.kind ?? (input.workflow === undefined ? "place" : "step"),
    trigger: input.trigger,
    name: input.name ?? null,
    workflowId: input.workflow ?? null,
    workflowType: input.workflowType ?? parent?.workflowType ?? null,
    stepName: input.step ?? null,
  } as const;
}

async function findParent(
  ctx: { store: CheckpointStorage },
  input: SaveInput,
  { session, projectId }: SavedWork,
): Promise<Checkpoint | undefined> {
  if (input.parent !== undefined) return await findCheckpoint(ctx.store, input.parent);
  const newest = async (run: { workflowId: string; projectId: string } | { sessionId: string }) =>
    (await ctx.store.listCheckpoints({ ...run, limit: 1 }))[0];
  if (input.workflow !== undefined) return await newest({ workflowId: input.workflow, projectId });
  if (!session) return undefined;
  const own = await newest({ sessionId: session.id });
  if (own || session.parentId === null) return own;
  // The first checkpoint of a session that continues another one.
  return await newest({ sessionId: session.parentId });
}

function stepAfter(parent: Checkpoint | undefined, workflow: string | undefined): number | null {
  if (workflow === undefined) return null;
  return (parent?.stepNumber ?? 0) + 1;
}

/** The given state, or the capture of the caller's session so far. */
function stateOf(input: SaveInput, more: JsonObject, session?: Session): JsonValue {
  const stated = input.decisions as JsonValue[] | undefined;
  const given = input.state as JsonObject | undefined;
  if (given === undefined) return { ...capturedWith(stated, session), ...more };
  return { ...more, ...given, ...(stated ? { decisions: stated } : {}) };
}

function capturedWith(stated: JsonValue[] | undefined, session?: Session): JsonObject {
  const captured = session ? capturedState(session.capture) : {};
  if (!stated) return captured;
  const known = (session?.capture.decisions ?? []) as JsonValue[];
  return { ...captured, decisions: [...known, ...stated] };
}

/** Converts a capture to a state, with the field names of D16-D19. */
export function capturedState(capture: Capture): JsonObject {
  const changed = capture.files
    .filter(({ action, deleted }) => action === "changed" && deleted !== true)
    .map(({ path }) => path);
  return { ...(factsOf(capture) as unknown as JsonObject), files_modified: changed };
}
