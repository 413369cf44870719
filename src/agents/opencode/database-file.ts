import { join, resolve } from "node:path";
import type { ConnectPaths } from "../../kernel/agent/agent.ts";

type DatabasePaths = Pick<ConnectPaths, "home" | "dataDirs" | "movedFiles">;

/** Where the client keeps its sessions. A relative path of a moved database is resolved in the usual directory. */
export function databaseFile({ home, dataDirs, movedFiles }: DatabasePaths): string {
  const directory = dataDirs?.["opencode"] ?? join(home, ".local", "share", "opencode");
  return resolve(directory, movedFiles?.["opencode"] ?? "opencode.db");
}

/** The path of a session, as `readTranscript` takes it. */
export function sessionPath(paths: DatabasePaths, nativeSession: string): string {
  return join(databaseFile(paths), nativeSession);
}
