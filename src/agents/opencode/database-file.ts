import { join, resolve } from "node:path";
import type { SessionPaths } from "../../kernel/agent/conversation-store.ts";

/** Where the client keeps its sessions. A relative path of a moved database is resolved in the usual directory. */
export function databaseFile({ home, dataDirs, movedFiles }: SessionPaths): string {
  const directory = dataDirs?.["opencode"] ?? join(home, ".local", "share", "opencode");
  return resolve(directory, movedFiles?.["opencode"] ?? "opencode.db");
}

/** The path of a session, as `readTranscript` takes it. */
export function sessionPath(paths: SessionPaths, nativeSession: string): string {
  return join(databaseFile(paths), nativeSession);
}
