import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { modifiedAt } from "../../files/file-sizes.ts";
import { readOwnFile, writeOwnFile } from "../../files/own-file.ts";
import type { Paths } from "../../kernel/paths.ts";
import type { Processes } from "../../kernel/ports/processes.ts";
import { tryParseJson } from "../../text/json-text.ts";

export const PROTOCOL = 1;

/** Identifies a daemon. The process id alone proves nothing; all fields together do. */
export const DaemonIdentity = z.object({
  protocol: z.number().int(),
  version: z.string().max(100),
  pid: z.number().int().positive(),
  startTime: z.string().max(100).optional(),
  instanceId: z.string().max(100),
  /** The daemon holds the lock but does not listen yet: it may be waiting for a locked store or a migration. */
  starting: z.literal(true).optional(),
  /** Modification time of the settings that it has loaded; absent if there is no such file. */
  settingsAt: z.number().optional(),
  /** Address of the API besides the socket, if there is one. */
  address: z.string().max(100).optional(),
  /** A configured feature that does not work, and how to fix it. */
  trouble: z.string().max(300).optional(),
});
export type DaemonIdentity = z.infer<typeof DaemonIdentity>;

/** The identity of this process as a daemon. */
export function createIdentity({
  processes,
  version,
  paths,
}: {
  processes: Pick<Processes, "startTime">;
  version: string;
  paths: Pick<Paths, "configFile">;
}): DaemonIdentity {
  const startTime = processes.startTime(process.pid);
  const settingsAt = modifiedAt(paths.configFile);
  return {
    protocol: PROTOCOL,
    version,
    pid: process.pid,
    ...(startTime === undefined ? {} : { startTime }),
    ...(settingsAt === undefined ? {} : { settingsAt }),
    instanceId: randomUUID(),
  };
}

/** Written by the holder of the lock, so that a daemon can be identified even if it does not answer. */
export function writeDaemonRecord(state: string, identity: DaemonIdentity): void {
  writeOwnFile(recordPath(state), JSON.stringify(identity));
}

export function readDaemonRecord(state: string): DaemonIdentity | undefined {
  // If the record is missing or damaged, the daemon is unknown.
  return DaemonIdentity.safeParse(tryParseJson(readOwnFile(recordPath(state)))).data;
}

/** Removes the record only if it belongs to this instance. */
export function removeDaemonRecord(state: string, instanceId: string): void {
  if (readDaemonRecord(state)?.instanceId === instanceId) rmSync(recordPath(state), { force: true });
}

function recordPath(state: string): string {
  return join(state, "daemon.json");
}
