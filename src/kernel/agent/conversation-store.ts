import type { JsonObject, JsonValue } from "../json.ts";
import type { AgentName } from "./agent-event.ts";

/** Where clients keep their sessions: the user's home directory, and what environment variables override. */
export interface SessionPaths {
  home: string;
  dataDirs?: Readonly<Record<AgentName, string>>;
  movedFiles?: Readonly<Record<AgentName, string>>;
}

/**
 * Conversations in a client's database, to which only the client itself adds. A conversation is a list: first what it is, then
 * its messages.
 */
export interface ConversationStore {
  /** The path of a session, as `readTranscript` takes it. */
  pathOf(paths: SessionPaths, nativeSession: string): string;
  /** Undefined if it is not there, or cannot be read as a whole. */
  read(path: string): Promise<JsonObject[] | undefined>;
  /** The fields with ids, such as `parts.*.id`. They look like secrets, and nothing works without them. */
  ids: readonly string[];
  /** The ids of the messages and their parts, by which two copies of a conversation are compared. */
  marksOf(conversation: readonly JsonValue[]): Promise<string[]>;
  /** The file for `add`. Undefined if this is no conversation of the session. */
  toFile(
    conversation: readonly JsonValue[],
    place: { nativeSession: string; directory: string },
  ): Promise<JsonObject | undefined>;
  /** The command that adds a file to the conversations of the directory in which it runs. What is there stays. */
  add(file: string): string[];
}
