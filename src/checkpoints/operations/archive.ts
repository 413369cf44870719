import * as z from "zod";
import type { Context } from "../../kernel/context.ts";
import { HoldfastError } from "../../kernel/errors.ts";
import { defineOperation } from "../../kernel/operation.ts";
import type { Archive } from "../../kernel/ports/archive.ts";
import { archiveAll } from "../archive/archive-all.ts";
import { decodeBundle, readBundleName } from "../archive/bundle.ts";
import { restoreBundle } from "../archive/restore-bundle.ts";

const BundleView = z.object({
  name: z.string(),
  bytes: z.number(),
  /** The days of its oldest and newest checkpoint. */
  from: z.string(),
  to: z.string(),
  checkpoints: z.number(),
});
type BundleView = z.infer<typeof BundleView>;

interface Answer {
  bundles: BundleView[];
  restored?: string[];
  warnings?: string[];
}

interface ArchiveTarget {
  bundle?: string | undefined;
  workflow?: string | undefined;
}

const ACTIONS = {
  list: async (_ctx, archive) => ({ bundles: await listBundles(archive) }),
  save: async (ctx, archive, { workflow }) => ({
    bundles: toViews(await archiveAll(ctx, archive, { workflow })),
  }),
  restore: async (ctx, archive, { bundle }) => {
    const bundles = (await listBundles(archive)).filter(
      ({ name }) => bundle === undefined || name.startsWith(bundle),
    );
    if (bundles.length === 0)
      throw new HoldfastError("not_found", `${archive.where} has no bundle ${bundle ?? ""}`.trimEnd(), {
        next: "Run `holdfast archive` to see the bundles.",
      });
    const restored: string[] = [];
    const warnings: string[] = [];
    for (const { name } of bundles) {
      const bytes = await archive.get(name);
      const bundle = bytes && tryDecode(name, bytes);
      if (bundle instanceof HoldfastError && bundles.length === 1) throw bundle;
      if (bundle instanceof HoldfastError) warnings.push(bundle.message);
      else if (bundle) restored.push(...(await restoreBundle(ctx, bundle)));
    }
    return { bundles, restored, warnings };
  },
} satisfies Record<string, (ctx: Context, archive: Archive, asked: ArchiveTarget) => Promise<Answer>>;

type ActionName = keyof typeof ACTIONS;
const names = Object.keys(ACTIONS) as [ActionName, ...ActionName[]];

export const archiveOperation = defineOperation({
  name: "archive",
  group: "checkpoints",
  summary: "List or restore archived checkpoints",
  positional: ["action", "bundle"],
  readOnly: false,
  input: z.object({
    action: z.enum(names).default("list").describe("What to do"),
    bundle: z.string().max(200).optional().describe("Prefix of bundle names (default: all)"),
    workflow: z.string().max(200).optional().describe("Save only the checkpoints of this workflow"),
  }),
  output: z.object({
    action: z.enum(names),
    /** The directory or bucket. */
    where: z.string(),
    bundles: z.array(BundleView),
    /** Ids of the checkpoints that were missing here. */
    restored: z.array(z.string()),
    /** Why bundles were skipped. */
    warnings: z.array(z.string()),
  }),
  async run(ctx, { action, ...asked }) {
    if (!ctx.archive)
      throw new HoldfastError("invalid_input", "No archive is configured.", {
        next: "Set `archive.to` in config.json to a directory or to s3://bucket/prefix.",
      });
    const archive = await ctx.archive();
    const answer: Answer = await ACTIONS[action](ctx, archive, asked);
    return { action, where: archive.where, restored: [], warnings: [], ...answer };
  },
});

/** Returns the error for a damaged bundle, so that the others can still be restored. */
function tryDecode(name: string, bytes: Uint8Array): ReturnType<typeof decodeBundle> | HoldfastError {
  try {
    return decodeBundle(name, bytes);
  } catch (error) {
    if (error instanceof HoldfastError && error.code === "state_corrupt") return error;
    throw error;
  }
}

async function listBundles(archive: Archive): Promise<BundleView[]> {
  return toViews(await archive.list());
}

function toViews(bundles: readonly { name: string; bytes: number }[]): BundleView[] {
  return bundles.flatMap((bundle) => {
    const read = readBundleName(bundle.name);
    return read ? [{ ...bundle, ...read }] : [];
  });
}
