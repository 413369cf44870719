import type { JsonObject } from "../json.ts";
import type { AgentEnvironment } from "./agent-environment.ts";
import type { AgentEvent, AgentName, Reply } from "./agent-event.ts";
import type { ConversationStore } from "./conversation-store.ts";
import type { TokenUsage } from "./token-usage.ts";
import type { TodoItem } from "./tool-fact.ts";
import type { Transcript } from "./transcript.ts";

/** What an agent supports. Features without support are unavailable; `holdfast status` shows which. */
export interface AgentCapabilities {
  injectAtStart: boolean;
  injectAtPrompt: boolean;
  blockStop: boolean;
  seesCompaction: boolean;
  /** Every compaction is followed by a `session_start` event. */
  startsAfterCompaction: boolean;
  /** It reports when work is handed to a subagent and when it comes back. */
  seesSubagents?: boolean;
  /** A resumed conversation still contains everything that was said and delivered in it, unless it was compacted. */
  resumesFullHistory: boolean;
  /**
   * Its history does not keep what we add to a prompt, so a recovery record has to be delivered again after a resume.
   */
  losesInjectedContext?: boolean;
  /** It has no hooks; our plugin sends the events. */
  plugin?: boolean;
  /**
   * Whether our plugin can remove an exploration from the running conversation after a `rewind`: always, or only if
   * configured.
   */
  collapses?: "always" | "if_chosen";
  /** It has its own tools to mark and end an exploration. We record what they do and do not offer ours. */
  hasOwnRewind?: boolean;
}

/** What the hook entry knows in addition to the payload. */
export interface HookEnvelope {
  id: string;
  /** The client's event name from the installed command line. A name in the payload takes precedence. */
  event: string;
  at: number;
  pid?: number;
}

export interface ConnectChange {
  path: string;
  /** A file is kept if the user changed it, instead of being removed. */
  action: "created" | "updated" | "removed" | "kept" | "unchanged";
}

export interface ConnectionCheck {
  installed: boolean;
  /** Each finding says what is wrong and how to fix it. */
  problems: string[];
}

/** The paths and options for connecting a client. `home` is the user's home directory. */
export interface ConnectPaths {
  home: string;
  /** Configuration directories that environment variables override. */
  configDirs: Readonly<Record<AgentName, string>>;
  /** Session directories that environment variables override, for clients that keep sessions elsewhere. */
  dataDirs?: Readonly<Record<AgentName, string>>;
  /** Single files that environment variables override. */
  movedFiles?: Readonly<Record<AgentName, string>>;
  hookScript: string;
  mainScript: string;
  node: string;
  stateDir: string;
  /** Our version, for manifests. */
  version: string;
  /** Debriefs are enabled. They end with a call of `session_digest`, which the client should allow without asking. */
  permitsDigest?: boolean;
}

/** What connecting will change, described for the person who decides. */
export interface ConnectPlan {
  /** The agent's configuration directory. It exists if the agent was ever used. */
  configDir: string;
  /** The directory or database with its sessions, if that is not in `configDir`. */
  dataDir?: string;
  changes: { path: string; what: string }[];
}

/** Patterns for reading a client's screen. They are matched against plain text without escape sequences. */
export interface Composer {
  /** Matches the cursor's line up to the cursor while the input is empty. */
  marker: RegExp;
  /** Matches the suggestion after the cursor while the input is empty. */
  placeholder: RegExp;
  /** Matches near the cursor while a dialog is open, where keys would answer a question. */
  dialog: RegExp;
  /** Matches near the cursor while a turn runs. */
  busy: RegExp;
}

/** How a client is run in a terminal. */
export interface TerminalClient {
  composer: Composer;
  /** The prefix with which a person can run a shell command inside the client, if there is one. */
  commandPrefix?: string;
  /** What a person types to call the checkpoint skill. Absent if the client has no command for it. */
  skillCommand?: string;
  /** Matches arguments that we reject: they start something other than a new conversation, or we add them ourselves. */
  refused: RegExp;
  /** The command that starts a new session, and the session's id if the client lets us choose it. */
  start(args: readonly string[], newId: () => string): { command: string[]; nativeSession?: string };
  /** The command that starts a session with the record of another one, if `start` cannot deliver the record. */
  startWithRecord?(newId: () => string): string[];
  /** The command that resumes a session. */
  resume(nativeSession: string, args: readonly string[]): string[];
  /** The directory in which to resume a session, for a client that finds sessions by their starting directory. */
  resumeDirectory?(session: { cwd: string; transcriptPath: string }): string | undefined;
}

/** A client's todo list: the tool that writes it, and what the client calls an item. */
export interface TodoTool {
  name: string;
  item: string;
}

/**
 * Calls of a client's own tool that restore a todo list. If the tool differs between versions of the client, there is
 * one form for each: the model uses the first one whose tool it has.
 */
export interface TodoForm {
  tool: string;
  calls: JsonObject[];
}

/** A `session_start` as the client would send it: the arguments of the hook entry, and the payload on its stdin. */
export interface SampleStart {
  args: string[];
  payload: object;
}

/** The end of a turn, read from the agent's session file. */
export interface TurnEnd {
  /** The id of the turn. */
  id: string;
  at: number;
  /** When the answer was complete. The stop hook runs later. */
  answeredAt: number;
  answer: string;
}

/** A session that was found by its file. */
export interface SessionFile {
  nativeSession: string;
  path: string;
  /** The directory in which the session began. */
  cwd: string;
  modifiedAt: number;
}

/** How long a client keeps the session files that it writes. */
export interface SessionRetention {
  /** Days since a session was last used, after which the client deletes it. Null: never; 0: it keeps none. */
  days: number | null;
  /** The name of the client's setting. */
  setting: string;
}

/** Where a client keeps the files of its conversations. A file that is put there can be resumed. */
export interface ConversationFiles {
  root(paths: Pick<ConnectPaths, "home" | "configDirs">): string;
  /**
   * The path below the root for a file from another machine, where it was at `path`, so that the client finds it in
   * `directory`. Undefined if it is no file of a conversation.
   */
  place(conversation: { path: string; directory: string; root: string }): ConversationPlace | undefined;
}

/** Paths below the root. The marker is a file without which the client would not look there. */
export interface ConversationPlace {
  path: string;
  marker?: { path: string; text: string };
}

/** A request to continue a conversation in a new session, from a mark on. */
export interface ForkRequest {
  transcriptPath: string;
  /** The call that set the mark: its id, or null for a client without call ids, and what else identifies it. */
  mark: { call: string | null; goal: string; at: number };
  /** The new result of that call. `report` replaces everything after it. */
  completed: string;
  report: string;
  newId: () => string;
  at: number;
}

export interface Fork {
  nativeSession: string;
  transcriptPath: string;
  /** Why the conversation could not be cut at the mark; null if it was. */
  warning: string | null;
}

/** Installs and removes what makes a client report its events. */
export interface AgentConnection {
  /** Describes what `connect` would write, without writing anything. */
  plan(paths: ConnectPaths): Promise<ConnectPlan>;
  connect(paths: ConnectPaths): Promise<ConnectChange[]>;
  disconnect(paths: ConnectPaths): Promise<ConnectChange[]>;
  check(paths: ConnectPaths): Promise<ConnectionCheck>;
  /** A sample event for testing and warming up a connection: `node` runs the hook in the directory `cwd`. */
  sampleStart(paths: { node: string; cwd: string }): SampleStart;
}

/** What the client's own files say about its sessions, also about those that no hook reported. */
export interface AgentSessions {
  /**
   * Finds session files below the client's session directory, newest first: those that `wants` accepts by path and
   * modification time. Bounded; omits subagents' sessions. The path of a session in a database is the one that
   * `readTranscript` takes.
   */
  find(directory: string, wants: (path: string, modifiedAt: number) => boolean): Promise<SessionFile[]>;
  /** The token usage of each answer in a session file. Undefined if the file is unreadable. */
  usage(path: string): Promise<TokenUsage[] | undefined>;
  /**
   * The client's id of the session that this one was forked from, if its files record it. Undefined if it is no fork.
   */
  forkedFrom?(path: string): Promise<string | undefined>;
  /**
   * The last turn in a session file, if the client records where turns end. Undefined while a turn runs, or if the file
   * was not written to since `since`.
   */
  lastTurnEnd?(path: string, since: number): Promise<TurnEnd | undefined>;
  /** How long the client keeps its session files, by its own settings. Absent if it deletes none by itself. */
  retention?(paths: ConnectPaths): Promise<SessionRetention>;
}

/** A client's todo list. */
export interface AgentTodos {
  /** Absent if the client offers no todo tool, like Claude Code 2.1 by default. */
  tool?: TodoTool;
  /**
   * The calls that restore a todo list; absent if the client has no such tool. At most one of the todos is in progress.
   */
  forms?(todos: readonly TodoItem[]): Promise<TodoForm[]>;
}

/**
 * The adapter of one coding agent. Adapters only translate: they hold no state and make no decisions.
 * The client's formats do not leave the adapter's directory.
 */
export interface AgentAdapter {
  name: AgentName;
  title: string;
  /** The name of the program. */
  command: string;
  capabilities: AgentCapabilities;
  environment: AgentEnvironment;
  terminal: TerminalClient;
  connection: AgentConnection;
  /** Returns undefined for irrelevant events (from a subagent, or unknown). Rejects malformed payloads. */
  parseEvent(payload: unknown, envelope: HookEnvelope): Promise<AgentEvent | undefined>;
  /** Returns the client's JSON document, or "" for an empty reply. */
  renderReply(event: AgentEvent, reply: Reply): string;
  /**
   * Reads the last `maxBytes`. Returns undefined if the file is missing or unreadable; never throws on damaged content.
   */
  readTranscript(path: string, maxBytes?: number): Promise<Transcript | undefined>;

  // What only some clients offer. That it is there says that the client does.
  sessions?: AgentSessions;
  todos?: AgentTodos;
  /** Absent if the client keeps its conversations in a database, or does not find a file that is put among them. */
  conversationFiles?: ConversationFiles;
  /** Absent if the client has no database, or no command that adds to it. */
  conversationStore?: ConversationStore;
  /** The subagent that made a tool call; undefined if the session itself made it. */
  findSubagent?(transcriptPath: string, call: string): Promise<string | undefined>;
  /** Writes a new conversation that the client can resume. The original is not changed. */
  forkAtMark?(request: ForkRequest): Promise<Fork>;
  /**
   * Puts a prompt into a session's queue from outside, if the client has one. Throws a `HoldfastError` if it is
   * rejected.
   */
  queue?(paths: ConnectPaths, prompt: { nativeSession: string; text: string }): Promise<void>;
}
