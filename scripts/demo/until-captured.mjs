import { readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";

/** A busy machine needs longer than this only if something is wrong; `restore` then says what is missing. */
const WAIT_MS = 15_000;

/** Waits until the daemon has captured the files as they are now. */
export async function untilCaptured({ home }) {
  const requests = join(home, ".local/state/holdfast/snapshots/requests");
  const end = Date.now() + WAIT_MS;
  while (Date.now() < end && namesIn(requests).length > 0) await setTimeout(25);
}

function namesIn(directory) {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}
