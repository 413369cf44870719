import * as z from "zod";
import { CheckpointName } from "../../checkpoints/checkpoint-name.ts";
import { CheckpointView } from "../../checkpoints/checkpoint-view.ts";
import { TIERS } from "../../checkpoints/retention.ts";
import { type SaveInput, saveCheckpoint } from "../../checkpoints/save-checkpoint.ts";
import { MAX_DEPTH } from "../../checkpoints/state/encode/canonical-text.ts";
import { loadState } from "../../checkpoints/state/load/load-state.ts";
import type { Context } from "../../kernel/context.ts";
import { defineOperation } from "../../kernel/operation.ts";
import { KINDS, TRIGGERS } from "../../kernel/record.ts";
import type { CheckpointStorage } from "../../kernel/storage/checkpoint-storage.ts";
import type { NodeStorage } from "../../kernel/storage/node-storage.ts";
import { snapshotAtSave } from "../../snapshots/snapshot-at-save.ts";
import { stripDispatchMarker } from "../dispatch-marker.ts";
import { savePlace } from "../save-place.ts";

const DAY_MS = 86_400_000;

const label = z.string().trim().min(1).max(200);

const Input = z.object({
  note: z.string().trim().max(2_000).optional().describe("What you are about to do, in a sentence"),
  name: CheckpointName.optional().describe("Name; named checkpoints are never pruned"),
  task: label.optional().describe("Task (default: that of the session)"),
  stage: label.optional().describe("Stage of the task, such as implement"),
  workflow: label.optional().describe("Workflow of the step"),
  workflowType: label.optional().describe("Workflow type"),
  step: label.optional().describe("Step name"),
  stepNumber: z.coerce.number().int().min(0).max(1e9).optional().describe("Step number"),
  progress: z.coerce.number().min(0).max(100).optional().describe("Progress in percent"),
  digest: z.string().max(16_384).optional().describe("Summary for the next session, in a few sentences"),
  decisions: z
    .array(
      z.object({
        phase: z.string().max(200).optional(),
        decision: z.string().max(2_000),
        rationale: z.string().max(2_000).optional(),
      }),
    )
    .max(200)
    .optional()
    .describe("Decisions with their rationale"),
  state: z
    .unknown()
    .refine(isObject, 'must be a JSON object, such as {"todos": []}')
    .refine(isShallow, `nested deeper than ${MAX_DEPTH} levels`)
    .optional()
    .meta({ type: "object" })
    .describe("State as JSON: phases, todos, decisions, files_modified, …"),
  trigger: z.enum(TRIGGERS).exclude(["mark", "rewind"]).default("explicit").describe("Reason for saving"),
  kind: z
    .enum(KINDS)
    .exclude(["mark"])
    .optional()
    .describe("Kind; by default step in a workflow, otherwise place"),
  parent: z
    .string()
    .max(40)
    .optional()
    .describe("Parent id (default: newest of the same workflow or session)"),
  session: z
    .string()
    .max(128)
    .optional()
    .describe("Session whose captured work is saved, without its files (default: calling session)"),
});

export const save = defineOperation({
  name: "save",
  group: "checkpoints",
  summary: "Save a checkpoint",
  positional: ["note"],
  tool: "checkpoint_save",
  guidance:
    "Call it at the end of a phase, before a risky step, or when the user asks. It includes everything captured in this session. Named checkpoints are kept forever.",
  readOnly: false,
  verbatim: ["state"],
  input: Input,
  output: CheckpointView.extend({
    tier: z.enum(TIERS),
    /** When it expires, unless newer ones of its workflow or session displace it earlier; null for never. */
    keptUntil: z.string().nullable(),
    /** The time that reading and verifying its state took. */
    restoreSeconds: z.number(),
    /** A remark about the given name. */
    warning: z.string().nullable(),
    /** What went wrong, one line each. */
    warnings: z.array(z.string()),
    /** The paths of the place's files; null for a step of a workflow. */
    place: z
      .object({ task: z.string(), file: z.string().nullable(), pending: z.string().nullable() })
      .nullable(),
  }),
  async run(ctx, given) {
    const { note, task, stage, ...input } = { ...given, note: stripDispatchMarker(given.note ?? "") };
    const digest = input.digest ?? (note || undefined);
    const saved = await saveByKind(ctx, { ...input, digest }, { note: note || undefined, task, stage });
    // The files of today are not those of an earlier session.
    if (input.session === undefined) await snapshotAtSave(ctx, saved);
    return { ...saved, ...(await measureStorage(ctx, saved)), warning: await checkNamesake(ctx, saved) };
  },
});

/** Reads the state back, which also verifies that it is readable. */
async function measureStorage(
  { store, config }: Pick<Context, "config"> & { store: NodeStorage },
  { retention, createdAt, stateRoot }: CheckpointView,
) {
  const begun = performance.now();
  await loadState(stateRoot, (keys) => store.getNodes(keys));
  const restoreSeconds = (performance.now() - begun) / 1_000;
  const isKept = retention === "pinned";
  const expires = Date.parse(createdAt) + config.continuity.retentionDays * DAY_MS;
  return {
    tier: isKept ? ("kept" as const) : ("hot" as const),
    keptUntil: isKept ? null : new Date(expires).toISOString(),
    restoreSeconds,
  };
}

/** Saves a place, or only a checkpoint for a step of a workflow, whose state already describes its progress. */
async function saveByKind(
  ctx: Context,
  input: SaveInput,
  words: { note: string | undefined; task: string | undefined; stage: string | undefined },
) {
  const isPlace = input.workflow === undefined && input.session === undefined;
  if (!isPlace || (input.kind ?? "place") !== "place")
    return { ...(await saveCheckpoint(ctx, input)), warnings: [], place: null };
  const { checkpoint, place, files, warnings } = await savePlace(ctx, input, { ...words, name: input.name });
  return { ...checkpoint, warnings, place: { task: place.task, ...files } };
}

/** Returns a warning if the name is not unique. This is allowed, since a program may use the same name every day. */
async function checkNamesake(
  { store }: { store: CheckpointStorage },
  { id, name }: CheckpointView,
): Promise<string | null> {
  const saved = name === null ? undefined : await store.getCheckpoint(id);
  if (!saved || name === null) return null;
  const named = await store.listCheckpoints({ projectId: saved.projectId, name, limit: 2 });
  const other = named.find((each) => each.id !== id);
  if (!other) return null;
  return `${other.id} has the same name. The name now refers to the new checkpoint; use the id for the older one.`;
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Checks the depth before any recursion into the value. The encoder rejects everything else that is not JSON, with its
 * path.
 */
function isShallow(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return false;
    level = level.flatMap((item) => (typeof item === "object" && item !== null ? Object.values(item) : []));
  }
  return true;
}
