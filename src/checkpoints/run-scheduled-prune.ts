import { join } from "node:path";
import * as z from "zod";
import { readOwnFile, writeOwnFile } from "../files/own-file.ts";
import type { Context } from "../kernel/context.ts";
import { tryParseJson } from "../text/json-text.ts";
import { prune } from "./operations/prune.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A prune is small if it stays within this share or this number of checkpoints. */
const SMALL_SHARE = 0.2;
const SMALL_COUNT = 50;

/** When the last attempt was made, and since when the clock has not jumped. */
const Attempt = z.object({ at: z.number(), steadySince: z.number() });

/**
 * Prunes automatically. A wrong clock would make checkpoints look expired, so the first prune after a jump is skipped,
 * and a large one is postponed until the clock has been steady for a day. The same happens after the machine slept,
 * which is harmless.
 */
export async function runScheduledPrune(ctx: Context): Promise<void> {
  const now = ctx.clock();
  const file = join(ctx.paths.state, "prune-asked.json");
  const earlier = readAttempt(file) ?? { at: now, steadySince: now };
  const jumped = now - earlier.at > DAY_MS || now - earlier.at < -HOUR_MS;
  const steadySince = jumped ? now : earlier.steadySince;
  writeOwnFile(file, JSON.stringify({ at: now, steadySince }));
  if (jumped) return ctx.log.info("prune postponed: the clock jumped, or the machine slept");
  if (now - steadySince < DAY_MS && (await wouldDeleteMany(ctx)))
    return ctx.log.info("prune postponed: it would delete many checkpoints, and the clock may be wrong");
  await prune.call(ctx, {});
}

async function wouldDeleteMany(ctx: Context): Promise<boolean> {
  const { checkpoints } = await prune.call(ctx, { dryRun: true });
  return checkpoints > SMALL_COUNT && checkpoints > SMALL_SHARE * (await ctx.store.stats()).checkpoints;
}

function readAttempt(file: string): z.infer<typeof Attempt> | undefined {
  // If the file is missing or damaged, this attempt counts as the first.
  return Attempt.safeParse(tryParseJson(readOwnFile(file))).data;
}
