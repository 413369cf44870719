import * as z from "zod";
import type { Context } from "../../kernel/context.ts";
import { HoldfastError } from "../../kernel/errors.ts";
import type { JsonValue } from "../../kernel/json.ts";
import { defineOperation, flag } from "../../kernel/operation.ts";
import type { Checkpoint } from "../../kernel/record.ts";
import type { CheckpointStorage, StoredCheckpoint } from "../../kernel/storage/checkpoint-storage.ts";
import type { ProjectStorage } from "../../kernel/storage/project-storage.ts";
import type { SessionStorage } from "../../kernel/storage/session-storage.ts";
import type { CloneDeps } from "../../sessions/list-clones.ts";
import { count } from "../../text/phrases.ts";
import { shortSessionId } from "../../text/short-session-id.ts";
import { CheckpointView, checkpointViewer } from "../checkpoint-view.ts";
import { findAtStep } from "../find-at-step.ts";
import { isNothingFound } from "../find-checkpoint.ts";
import { findShownSession } from "../find-shown-session.ts";
import { loadWithFallback } from "../load-with-fallback.ts";
import { findSession } from "../named-session.ts";
import { salvageState } from "../state/load/salvage-state.ts";
import { readTurnFiles, TurnFiles } from "../turn-files.ts";

export const inspect = defineOperation({
  name: "inspect",
  group: "checkpoints",
  summary: "Show a checkpoint with its state and lineage",
  positional: ["id"],
  tool: "checkpoint_inspect",
  guidance:
    "Returns the whole state, the parent and the children. To continue from a checkpoint, use checkpoint_resume.",
  readOnly: true,
  input: z.object({
    id: z
      .string()
      .max(200)
      .describe("Id, unique id prefix or name of a checkpoint, or the id of a workflow run or session"),
    at: z.coerce.number().int().min(0).optional().describe("Show the checkpoint of its lineage at this step"),
    raw: flag("Show what is readable of a damaged checkpoint instead of its parent"),
  }),
  output: z.object({
    checkpoint: CheckpointView,
    state: z.unknown(),
    warning: z.string().nullable(),
    parent: CheckpointView.nullable(),
    children: z.array(CheckpointView),
    /** The captured files of the checkpoint, or why there are none. */
    files: z
      .object({ snapshot: z.string().nullable(), uncovered: z.number(), problem: z.string().nullable() })
      .nullable(),
    /** What the turn of the checkpoint changed. */
    turn: TurnFiles.nullable(),
  }),
  async run(ctx, { id, at, raw }) {
    const { store, redactor } = ctx;
    const checkpoint = await findInspected(ctx, id, at);
    const { state, warning } = raw ? await loadSalvaged(ctx, checkpoint) : await loadIntact(ctx, checkpoint);
    const parent = checkpoint.parentId ? await store.getCheckpoint(checkpoint.parentId) : undefined;
    const children = await store.listCheckpoints({ parentId: checkpoint.id, limit: 50 });
    const view = await checkpointViewer(ctx, [checkpoint, ...(parent ? [parent] : []), ...children]);
    return {
      checkpoint: view(checkpoint),
      state: redactor.json(state),
      warning,
      parent: parent ? view(parent) : null,
      children: children.map(view),
      files: await findFiles(ctx, checkpoint),
      turn: (await readTurnFiles(ctx, [checkpoint])).get(checkpoint.id) ?? null,
    };
  },
});

/** Also accepts the id of a session, as lists show it, for its newest checkpoint. */
async function findInspected(
  ctx: CloneDeps & Pick<Context, "agents" | "caller"> & { store: InspectStorage },
  id: string,
  at: number | undefined,
): Promise<StoredCheckpoint> {
  try {
    return await findAtStep(ctx, id, at);
  } catch (error) {
    const session = isNothingFound(error)
      ? ((await findSession(ctx, id)) ?? (await findShownSession(ctx, id)))
      : undefined;
    if (!session) throw error;
    const [newest] = await ctx.store.listCheckpoints({ sessionId: session.id, limit: 1 });
    if (newest) return at === undefined ? newest : await findAtStep(ctx, newest.id, at);
    const short = shortSessionId(session.nativeId);
    throw new HoldfastError("not_found", `Session ${short} has no checkpoint yet.`, {
      cause: error,
      next: `Show what is known of it: \`holdfast resume ${short}\`.`,
    });
  }
}

type InspectStorage = CheckpointStorage & SessionStorage & ProjectStorage;

/** The snapshot that was taken with the checkpoint. */
async function findFiles(
  { snapshots, workspace, redactor }: Pick<Context, "snapshots" | "workspace" | "redactor">,
  { id, worktree }: Checkpoint,
) {
  const failed = snapshots.failures().findLast(({ checkpoint }) => checkpoint === id);
  if (failed) return { snapshot: null, uncovered: 0, problem: redactor.text(failed.reason) };
  const place = { ...(await workspace.locate(worktree)), worktree };
  try {
    const taken = await snapshots.read(place, (store) => store.list());
    const own = taken?.find(({ checkpoint }) => checkpoint === id);
    return own ? { snapshot: own.id, uncovered: own.uncoveredCount, problem: null } : null;
  } catch (error) {
    // The checkpoint itself can still be shown.
    if (!(error instanceof HoldfastError)) throw error;
    return { snapshot: null, uncovered: 0, problem: error.message };
  }
}

const MAX_KEYS = 10;

interface Read {
  state: JsonValue;
  warning: string | null;
}

async function loadIntact(
  { store, log }: Pick<Context, "store" | "log">,
  checkpoint: Checkpoint,
): Promise<Read> {
  const { state, fellBack } = await loadWithFallback(store, checkpoint);
  if (fellBack === null) return { state, warning: null };
  log.error("a checkpoint is damaged, and an ancestor was read", fellBack);
  return {
    state,
    warning: `${fellBack} \`holdfast inspect ${checkpoint.id} --raw\` shows what can be read of it.`,
  };
}

async function loadSalvaged({ store }: Pick<Context, "store">, { id, stateRoot }: Checkpoint): Promise<Read> {
  const { state, unreadable } = await salvageState(stateRoot, (keys) => store.getNodes(keys));
  if (unreadable.length === 0) return { state, warning: null };
  const keys = unreadable.slice(0, MAX_KEYS).map((key) => key.slice(0, 12));
  const warning = `${id} is damaged: ${count(unreadable.length, "node")} of its state cannot be read (${keys.join(", ")}).`;
  return { state, warning };
}
