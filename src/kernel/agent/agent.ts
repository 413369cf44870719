import type { JsonObject } from "../json.ts";
import type { AgentEnvironment } from "./agent-environment.ts";
import type { AgentEvent, AgentName, Reply } from "./agent-event.ts";
import type { TokenUsage } from "./token-usage.ts";
import type { TodoItem } from "./tool-fact.ts";
import type { Transcript } from "./transcript.ts";

/** What an agent supports. Missing support degrades visibly; `holdfast status` shows it. */
export interface AgentCapabilities {
  injectAtStart: boolean;
  injectAtPrompt: boolean;
  blockStop: boolean;
  seesCompaction: boolean;
  /** A compaction is followed by a session_start of its own. */
  startsAfterCompaction: boolean;
  /** It reports when work goes to a subagent and comes back. */
  seesSubagents?: boolean;
  /** A conversation that it resumes holds all that was said and delivered in it, unless it was compacted. */
  resumesWhole: boolean;
  /** What we add to a prompt is not in its history: a conversation that was given a record has to get it again when it is resumed. */
  forgetsAdded?: boolean;
  /** A conversation can be forked at a mark (`AgentAdapter.forkAtMark`). */
  forksAtMark: boolean;
  /** Our plugin in it sends the events; it has no hooks. */
  plugin?: boolean;
  /** Our plugin takes an exploration out of a conversation that runs, as the answer of the tool `rewind` says: always, or if chosen for it. */
  collapses?: "always" | "if_chosen";
  /** It has its own tools to mark and end an exploration: what they do is recorded, and ours are not offered. */
  rewinds?: boolean;
}

/** What the hook entry knows beside the payload. */
export interface HookEnvelope {
  id: string;
  /** The client's own event name, from the installed command line; the payload's name wins. */
  event: string;
  at: number;
  pid?: number;
}

export interface ConnectChange {
  path: string;
  action: "created" | "updated" | "removed" | "unchanged";
}

export interface ConnectionCheck {
  installed: boolean;
  /** Each finding says what is wrong and how to fix it. */
  problems: string[];
}

/** Where things are when a client is connected. `home` is the user's home; the rest are our own paths. */
export interface ConnectPaths {
  home: string;
  /** Where the environment moves clients' configuration directories. */
  configDirs: Readonly<Record<AgentName, string>>;
  /** Where it moves the directories with their sessions, for clients that keep these elsewhere. */
  dataDirs?: Readonly<Record<AgentName, string>>;
  /** What it says of the one file of a client that it can move. */
  movedFiles?: Readonly<Record<AgentName, string>>;
  hookScript: string;
  mainScript: string;
  node: string;
  stateDir: string;
  /** Debriefs are on: they end with a call of `session_digest`, for which the client need not ask again. */
  permitsDigest?: boolean;
}

/** What connecting will do, in words for the person who decides it. */
export interface ConnectPlan {
  /** Where the agent keeps its configuration: it is there if the agent was ever used. */
  configDir: string;
  /** The directory or the database with its sessions, if they are not there. */
  dataDir?: string;
  changes: { path: string; what: string }[];
}

/** How a client's screen is read. All are tried on plain text. */
export interface Composer {
  /** The cursor's line up to the cursor while nothing is typed. */
  marker: RegExp;
  /** What stands behind the cursor then, as a suggestion. */
  placeholder: RegExp;
  /** Seen near the cursor while keys would answer a question. */
  dialog: RegExp;
  /** Seen near the cursor while a turn runs. */
  busy: RegExp;
}

/** A client as it is run in a terminal. */
export interface TerminalClient {
  composer: Composer;
  /** What a person types before a command to run it without leaving the client, where that works. */
  commandPrefix?: string;
  /** An argument that starts something other than a new conversation, or that must not be given twice. */
  refused: RegExp;
  /** The command of a new session, and its id where the client lets us choose one. */
  start(args: readonly string[], newId: () => string): { command: string[]; nativeSession?: string };
  /** The command of a new session that continues another, for a client which could not learn of it from the first. */
  startWithRecord?(newId: () => string): string[];
  /** The command that continues a session. */
  resume(nativeSession: string, args: readonly string[]): string[];
  /** Where a session can be resumed, for a client that looks for it by the directory in which it began. */
  resumeDirectory?(session: { cwd: string; transcriptPath: string }): string | undefined;
}

/** The list of todos that a client shows: the tool that writes it, and what it calls an item. */
export interface TodoTool {
  name: string;
  item: string;
}

/**
 * Calls of a client's own tool that put a todo list back. Where a client has another tool in other versions, each has its
 * form: a model uses the first whose tool it has.
 */
export interface TodoForm {
  tool: string;
  calls: JsonObject[];
}

/** A session's start as the client would send it: the arguments of the hook entry, and what it reads. */
export interface SampleStart {
  args: string[];
  payload: object;
}

/** The end of a turn, from the session file of the agent. */
export interface TurnEnd {
  /** The turn's own id. */
  id: string;
  at: number;
  /** When the answer was complete: the hook of the stop runs after it. */
  answeredAt: number;
  answer: string;
}

/** A session as its file alone shows it. */
export interface SessionFile {
  nativeSession: string;
  path: string;
  /** Where the session began. */
  cwd: string;
  modifiedAt: number;
}

/** A conversation up to a mark, to continue in a new session. */
export interface ForkRequest {
  transcriptPath: string;
  /** The client's id of the call that set the mark, and what is known where it has none. */
  mark: { call: string | null; goal: string; at: number };
  /** What stands in the result of that call, and in place of all that came after it. */
  completed: string;
  report: string;
  newId: () => string;
  at: number;
}

export interface Fork {
  nativeSession: string;
  transcriptPath: string;
  /** Why it was not cut at the mark; null where it was. */
  warning: string | null;
}

/**
 * One coding-agent client. Adapters translate and nothing more: they hold no state and decide nothing.
 * The client's formats stay inside the adapter's folder.
 */
export interface AgentAdapter {
  name: AgentName;
  title: string;
  /** The program that people start. */
  command: string;
  capabilities: AgentCapabilities;
  environment: AgentEnvironment;
  terminal: TerminalClient;
  /** Missing for a client that offers none, as Claude Code 2.1 by default. */
  todoTool?: TodoTool;
  /** How its tools take a todo list; missing for a client that has no such tool. At most one of the todos is in progress. */
  todoForms?(todos: readonly TodoItem[]): Promise<TodoForm[]>;
  /** Undefined for events that mean nothing to us (a subagent's, an unknown one). Rejects malformed payloads. */
  parseEvent(payload: unknown, envelope: HookEnvelope): Promise<AgentEvent | undefined>;
  /** The client's JSON document, or "" for nothing to say. */
  renderReply(event: AgentEvent, reply: Reply): string;
  /** Undefined when the file is missing or may not be read. Reads the last `maxBytes`; never throws on damage. */
  readTranscript(path: string, maxBytes?: number): Promise<Transcript | undefined>;
  /** What each answer in a session's file took, where the client writes that down. Undefined for a file that cannot be read. */
  readUsage?(path: string): Promise<TokenUsage[] | undefined>;
  /** The client's id of the session that one was forked from, where its files say it. Undefined for one that is no fork. */
  forkedFrom?(path: string): Promise<string | undefined>;
  /**
   * The turn that a session's file ends with, where the client writes that down. Undefined while one runs, and for a
   * file that was not written to since that time.
   */
  lastTurnEnd?(path: string, since: number): Promise<TurnEnd | undefined>;
  /**
   * The files of people's sessions, newest first, below the directory where the client keeps its sessions: those that `wants`
   * accepts by path and time. Bounded; leaves out what subagents wrote. A session in a database has the path that
   * `readTranscript` takes.
   */
  findSessionFiles?(
    directory: string,
    wants: (path: string, modifiedAt: number) => boolean,
  ): Promise<SessionFile[]>;
  /** What `connect` writes. It writes nothing itself. */
  plan(paths: ConnectPaths): Promise<ConnectPlan>;
  connect(paths: ConnectPaths): Promise<ConnectChange[]>;
  disconnect(paths: ConnectPaths): Promise<ConnectChange[]>;
  check(paths: ConnectPaths): Promise<ConnectionCheck>;
  /** For trying and preparing a connection: `node` runs the hook in the directory `cwd`. */
  sampleStart(paths: { node: string; cwd: string }): SampleStart;
  /** Which subagent of a session made a tool call; undefined for a call of the session itself. */
  findSubagent?(transcriptPath: string, call: string): Promise<string | undefined>;
  /** Writes a conversation that its client can resume. The one that it is taken from stays as it is. */
  forkAtMark?(request: ForkRequest): Promise<Fork>;
  /** Hands a prompt to a session from outside, where the client has a queue. Throws `HoldfastError` when it is refused. */
  queue?(paths: ConnectPaths, prompt: { nativeSession: string; text: string }): Promise<void>;
}
