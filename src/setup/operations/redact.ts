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
import { redactRecordFiles } from "../../recovery/keep-record-file.ts";
import { redactReplies } from "../../sessions/redact-replies.ts";
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
    /** Texts that were delivered to agents, or are pending. */
    replies: z.number(),
    /** Files of records and of saved places: held prompts, and files in shared directories. */
    files: z.number(),
    /** Bundles in the archive. */
    bundles: z.number(),
    dryRun: z.boolean(),
    /** Describes what was not searched. */
    warnings: z.array(z.string()),
  }),
  async run(ctx, { dryRun }) {
    // Before anything is changed: if this run is interrupted, the next one would no longer find what they contain.
    if (!dryRun && holdsSecrets(await redactRows(ctx, { dryRun: true }))) removeCopies(ctx);
    const changed = {
      ...(await redactRows(ctx, { dryRun })),
      files: redactRecordFiles(ctx, { dryRun }) + (await redactPlaces(ctx, { dryRun })),
      ...(await redactBundles(ctx, { dryRun })),
      dryRun,
    };
    // The old states are unreachable now, and the prune overwrites them.
    if (!dryRun) await prune.call(ctx, { dryRun });
    // Once more, since the daemon may have made one in the meantime.
    if (!dryRun && holdsSecrets(changed)) removeCopies(ctx);
    return changed;
  },
});

type Rows = Record<"checkpoints" | "sessions" | "memories" | "replies", number>;

async function redactRows(ctx: Context, how: { dryRun: boolean }): Promise<Rows> {
  return {
    checkpoints: await redactCheckpoints(ctx, how),
    sessions: await redactSessions(ctx, how),
    memories: await redactMemories(ctx, how),
    replies: await redactReplies(ctx, how),
  };
}

function holdsSecrets({ checkpoints, sessions, memories, replies }: Rows): boolean {
  return checkpoints + sessions + memories + replies > 0;
}
