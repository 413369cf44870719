import { lstatSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { readOwnFile, writeOwnFile } from "../../files/own-file.ts";
import { tryParseJson } from "../../text/json-text.ts";

const Attempts = z.object({ count: z.number().int().min(0), at: z.number() });
const MAX_ATTEMPTS = 5;
/** After the last attempt, hooks start the daemon once per hour: the cause may be fixed by then. */
const GIVE_UP_MS = 3_600_000;
const STALE_CLAIM_MS = 10_000;

/**
 * Whether a hook may start a daemon now. Of several concurrent hooks, only one may. After crashes at start, the next
 * attempts wait 1, 2, 4 and 8 seconds; after five crashes, one hour, unless a person starts the daemon. A daemon that
 * runs for a while resets the count.
 */
export function claimStart(state: string, now: number): boolean {
  const { count, at } = readAttempts(state);
  const wait = count >= MAX_ATTEMPTS ? GIVE_UP_MS : 1_000 * 2 ** (count - 1);
  // A clock that was set back must not block starts.
  if (count > 0 && now >= at && now < at + wait) return false;
  return withClaim(state, now, () => {
    if (readAttempts(state).count !== count) return false;
    writeOwnFile(attemptsPath(state), JSON.stringify({ count: count + 1, at: now }));
    return true;
  });
}

export function resetStartAttempts(state: string): void {
  rmSync(attemptsPath(state), { force: true });
}

function withClaim(state: string, now: number, work: () => boolean): boolean {
  const claim = join(state, "daemon-start.claim");
  try {
    writeFileSync(claim, "", { mode: 0o600, flag: "wx" });
  } catch {
    dropStaleClaim(claim, now);
    return false;
  }
  try {
    return work();
  } finally {
    rmSync(claim, { force: true });
  }
}

function dropStaleClaim(claim: string, now: number): void {
  const createdAt = lstatSync(claim, { throwIfNoEntry: false })?.mtimeMs;
  if (createdAt !== undefined && Math.abs(now - createdAt) > STALE_CLAIM_MS) rmSync(claim, { force: true });
}

function readAttempts(state: string): z.infer<typeof Attempts> {
  // If the file is missing or damaged, the count starts at zero.
  return Attempts.safeParse(tryParseJson(readOwnFile(attemptsPath(state)))).data ?? { count: 0, at: 0 };
}

function attemptsPath(state: string): string {
  return join(state, "daemon-start.json");
}
