import { existsSync } from "node:fs";
import type { Processes } from "../kernel/ports/processes.ts";
import { receiptPath } from "./receipts.ts";
import { readHookPid } from "./spool-file.ts";

/**
 * Whether a hook has printed the reply to an event, or still runs and may. The receipt is looked for last, since a hook
 * writes it before its own file goes.
 */
export function isBeingPrinted(
  { startTime }: Pick<Processes, "startTime">,
  spool: string,
  eventId: string,
): boolean {
  const pid = readHookPid(spool, eventId);
  return (pid !== undefined && startTime(pid) !== undefined) || existsSync(receiptPath(spool, eventId));
}
