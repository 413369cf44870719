import { isAbsolute, resolve } from "node:path";
import type { TranscriptEntry } from "../kernel/agent/transcript.ts";

/**
 * Makes the paths of an entry absolute, so that a file is the same one whether a tool or a command names it.
 * `directory` is where the session is; a command runs there unless the client says otherwise.
 */
export function locateEntry(entry: TranscriptEntry, directory: string): TranscriptEntry {
  if (!isAbsolute(directory)) return entry;
  if (entry.type === "command_run") {
    const { cwd: where, ...command } = entry;
    const cwd = absolutePath(directory, where || directory);
    return isAbsolute(cwd) ? { ...command, cwd } : command;
  }
  if (entry.type !== "file_read" && entry.type !== "file_changed") return entry;
  return { ...entry, path: absolutePath(directory, entry.path) };
}

/** A path below the home directory or with a variable is left as it is: only a shell knows it. */
export function absolutePath(directory: string | undefined, path: string): string {
  return directory === undefined || path === "" || /^~|[$`]/.test(path) ? path : resolve(directory, path);
}
