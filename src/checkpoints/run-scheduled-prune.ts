import { join } from "node:path";
import * as z from "zod";
import { readOwnFile, writeOwnFile } from "../files/own-file.ts";
import type { Context } from "../kernel/context.ts";
import { tryParseJson } from "../text/json-text.ts";
import { prune } from "./operations/prune.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** A longer time without an attempt counts as a jump. Who works once a day, earlier or later, stays below it. */
const LONGEST_GAP_MS = 36 * HOUR_MS;
/** After a jump, the clock must be steady for this time. Shorter than the shortest daily use of a machine. */
const SETTLE_MS = 15 * MINUTE_MS;
/** A prune is small if it stays within this share or this number of checkpoints. */
const SMALL_SHARE = 0.2;
const SMALL_COUNT = 50;

/** When the last attempt was made, and since when the clock has not jumped. */
const Attempt = z.object({ at: z.number(), steadySince: z.number() });
type Attempt = z.infer<typeof Attempt>;

/**
 * Prunes automatically if an hour has passed since the last attempt, which may have been made by an earlier daemon: most
 * run for less than an hour. So it is called every few minutes.
 *
 * A wrong clock would make checkpoints look expired. So the first prune after a jump is skipped, the next one is made
 * when the clock has been steady for a quarter of an hour, and a large one is postponed until it has been steady for a
 * day. By then, a clock that was wrong at boot has usually been set, which is another jump. A machine that was off or
 * asleep for long looks the same, and deletes small amounts within its first half hour. Gaps of up to a day and a half
 * pass: a clock that is wrong by as much makes little expire too early, and who works once a day is never postponed.
 */
export async function runScheduledPrune(ctx: Context): Promise<void> {
  const now = ctx.clock();
  const file = join(ctx.paths.state, "prune-asked.json");
  const earlier = readAttempt(file);
  if (earlier && !isDue(earlier, now)) return;
  const jumped = earlier !== undefined && hasJumped(earlier, now);
  const steadySince = jumped ? now : (earlier?.steadySince ?? now);
  writeOwnFile(file, JSON.stringify({ at: now, steadySince }));
  if (jumped) return ctx.log.info("prune postponed: the clock jumped, or the machine slept");
  if (now - steadySince < DAY_MS && (await wouldDeleteMany(ctx)))
    return ctx.log.info("prune postponed: it would delete many checkpoints, and the clock may be wrong");
  await prune.call(ctx, {});
}

/** A jump is recorded at once, so that the time of a steady clock starts with it. */
function isDue(earlier: Attempt, now: number): boolean {
  const { at, steadySince } = earlier;
  return hasJumped(earlier, now) || now - at >= (at === steadySince ? SETTLE_MS : HOUR_MS);
}

function hasJumped({ at }: Attempt, now: number): boolean {
  return now - at > LONGEST_GAP_MS || now - at < -HOUR_MS;
}

async function wouldDeleteMany(ctx: Context): Promise<boolean> {
  const { checkpoints } = await prune.call(ctx, { dryRun: true });
  return checkpoints > SMALL_COUNT && checkpoints > SMALL_SHARE * (await ctx.store.stats()).checkpoints;
}

function readAttempt(file: string): Attempt | undefined {
  // If the file is missing or damaged, this attempt counts as the first.
  return Attempt.safeParse(tryParseJson(readOwnFile(file))).data;
}
