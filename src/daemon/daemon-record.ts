import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";

export const PROTOCOL = 1;

/** Who a daemon is. A process id alone proves nothing; all of it together does. */
export const DaemonIdentity = z.object({
  protocol: z.number().int(),
  version: z.string().max(100),
  pid: z.number().int().positive(),
  startTime: z.string().max(100).optional(),
  instanceId: z.string().max(100),
  /** Where the API is served beside the socket, if it is. */
  address: z.string().max(100).optional(),
  /** What it was told to do and cannot, and what to do about that. */
  trouble: z.string().max(300).optional(),
});
export type DaemonIdentity = z.infer<typeof DaemonIdentity>;

/** Written by the holder of the lock, so that one that no longer answers can still be told from a stranger. */
export function writeDaemonRecord(state: string, identity: DaemonIdentity): void {
  const path = recordPath(state);
  rmSync(`${path}.new`, { force: true });
  writeFileSync(`${path}.new`, JSON.stringify(identity), { mode: 0o600, flag: "wx" });
  renameSync(`${path}.new`, path);
}

export function readDaemonRecord(state: string): DaemonIdentity | undefined {
  try {
    const parsed = DaemonIdentity.safeParse(JSON.parse(readFileSync(recordPath(state), "utf8")));
    return parsed.data;
  } catch {
    // Missing or torn: then nobody is known.
    return undefined;
  }
}

/** Removes the record only if it is still this instance's. */
export function removeDaemonRecord(state: string, instanceId: string): void {
  if (readDaemonRecord(state)?.instanceId === instanceId) rmSync(recordPath(state), { force: true });
}

function recordPath(state: string): string {
  return join(state, "daemon.json");
}
