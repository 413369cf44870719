import { rmSync } from "node:fs";
import * as z from "zod";
import { redactBundles } from "../../checkpoints/archive/redact-bundles.ts";
import { prune } from "../../checkpoints/operations/prune.ts";
import { redactCheckpoints } from "../../checkpoints/redact-checkpoints.ts";
import { listBackups, listMigrationCopies } from "../../files/backups.ts";
import type { Context } from "../../kernel/context.ts";
import { defineOperation, flag } from "../../kernel/operation.ts";
import { redactMemories } from "../../memory/redact-memories.ts";
import { redactPlaces } from "../../place/redact-places.ts";
import { redactSessions } from "../../sessions/redact-sessions.ts";

/** Deletes copies of the database, which still contain what was redacted. */
function removeCopies({ paths, config, clock }: Pick<Context, "paths" | "config" | "clock">): void {
  if (config.store.url !== undefined) return;
  const daily = listBackups(paths.database, clock()).map(({ path }) => path);
  for (const path of [...daily, ...listMigrationCopies(paths.database)]) rmSync(path, { force: true });
}

export const redact = defineOperation({
  name: "redact",
  group: "checkpoints",
  summary: "Redact secrets in stored data",
  readOnly: false,
  destructive: true,
  input: z.object({ dryRun: flag("Show what would be redacted") }),
  output: z.object({
    checkpoints: z.number(),
    sessions: z.number(),
    memories: z.number(),
    /** Files of saved places: held prompts, and files in shared directories. */
    files: z.number(),
    /** Bundles in the archive. */
    bundles: z.number(),
    dryRun: z.boolean(),
    /** Describes what was not searched. */
    warnings: z.array(z.string()),
  }),
  async run(ctx, { dryRun }) {
    const changed = {
      checkpoints: await redactCheckpoints(ctx, { dryRun }),
      sessions: await redactSessions(ctx, { dryRun }),
      memories: await redactMemories(ctx, { dryRun }),
      files: await redactPlaces(ctx, { dryRun }),
      ...(await redactBundles(ctx, { dryRun })),
      dryRun,
    };
    // The old states are unreachable now, and the prune overwrites them.
    if (!dryRun) await prune.call(ctx, { dryRun });
    if (!dryRun && changed.checkpoints + changed.sessions + changed.memories > 0) removeCopies(ctx);
    return changed;
  },
});
