import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import { HoldfastError } from "../../kernel/errors.ts";
import { defineOperation, flag } from "../../kernel/operation.ts";
import { diffFiles, FilesDiff } from "../diff-files.ts";
import { diffOutlines, type OutlineChanges, PartChanges } from "../diff-outlines.ts";
import { PARTS } from "../diff-parts.ts";
import { findAtStep } from "../find-at-step.ts";
import { outlineState } from "../outline-state.ts";
import { StateReader } from "../state/load/state-reader.ts";

/** Maximum number of added, removed or changed items per part. */
const MAX_ITEMS = 100;

type Part = (typeof PARTS)[number];

export const diff = defineOperation({
  name: "diff",
  group: "checkpoints",
  summary: "Compare two checkpoints, or one with its parent",
  positional: ["from", "to"],
  readOnly: true,
  input: z.object({
    from: z.string().max(200).describe("Id or name of the older checkpoint, or the id of a workflow run"),
    to: z
      .string()
      .max(200)
      .optional()
      .describe("Id or name of the newer checkpoint (without it, the first is compared with its parent)"),
    files: flag("Compare the captured files instead of the states"),
  }),
  output: z.object({
    from: z.string(),
    to: z.string(),
    equal: z.boolean(),
    ...(Object.fromEntries(PARTS.map((part) => [part, PartChanges])) as Record<Part, typeof PartChanges>),
    /** Items beyond the limit of a part. */
    omitted: z.number(),
    /** The files, if they were asked for; the parts are then empty. */
    captured: FilesDiff.optional(),
  }),
  async run(ctx, input) {
    const { store, redactor } = ctx;
    const first = await findAtStep(ctx, input.from);
    const [fromId, toId] = input.to === undefined ? [first.parentId, first.id] : [first.id, input.to];
    if (fromId === null)
      throw new HoldfastError("invalid_input", `${first.id} has no parent. Pass two checkpoints.`);
    const [from, to] = [await findAtStep(ctx, fromId), await findAtStep(ctx, toId)];
    if (input.files) {
      const captured = await diffFiles(ctx, from, to);
      return { from: from.id, to: to.id, equal: captured.fileCount === 0, ...NO_CHANGES, captured };
    }
    const reader = new StateReader(store); // nodes that both states share are read and verified once
    const [older, newer] = [await reader.load(from.stateRoot), await reader.load(to.stateRoot)];
    const changes = diffOutlines(outlineState(redactor.json(older)), outlineState(redactor.json(newer)));
    // States are also equal if only the order of their keys differs, which the roots do not show.
    return { from: from.id, to: to.id, equal: isDeepStrictEqual(older, newer), ...limitChanges(changes) };
  },
});

const NO_CHANGES = {
  ...(Object.fromEntries(
    PARTS.map((part) => [part, { added: [], removed: [], changed: [] }]),
  ) as unknown as OutlineChanges),
  omitted: 0,
};

function limitChanges(changes: OutlineChanges): OutlineChanges & { omitted: number } {
  let omitted = 0;
  const kept = <T>(items: T[]): T[] => {
    omitted += Math.max(0, items.length - MAX_ITEMS);
    return items.slice(0, MAX_ITEMS);
  };
  const parts = PARTS.map((part) => {
    const { added, removed, changed } = changes[part];
    return [part, { added: kept(added), removed: kept(removed), changed: kept(changed) }];
  });
  return { ...(Object.fromEntries(parts) as OutlineChanges), omitted };
}
