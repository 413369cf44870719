import type { AgentAdapter } from "./agent/agent.ts";
import type { AgentName } from "./agent/agent-event.ts";
import type { Clock } from "./clock.ts";
import type { Config } from "./config/config.ts";
import type { NewId } from "./ids.ts";
import type { Paths } from "./paths.ts";
import type { Archive } from "./ports/archive.ts";
import type { Clients } from "./ports/clients.ts";
import type { Daemon } from "./ports/daemon.ts";
import type { Logger } from "./ports/logger.ts";
import type { Notifier } from "./ports/notifier.ts";
import type { Processes } from "./ports/processes.ts";
import type { Progress } from "./ports/progress.ts";
import type { Redactor } from "./ports/redactor.ts";
import type { Remotes } from "./ports/remotes.ts";
import type { Snapshots } from "./ports/snapshots.ts";
import type { Terminals } from "./ports/terminals.ts";
import type { Workspace } from "./ports/workspace.ts";
import type { Store } from "./storage/store.ts";

/** What follows once an output has arrived, such as marking a place as resumed. */
export type PrintedWork = () => Promise<void>;

/** Injected, so that tests control the time and do not wait. */
export interface Time {
  clock: Clock;
  /** Rejects when the signal is aborted, if it is given one. */
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
}

export interface Identity {
  newId: NewId;
  /** At least 96 random bits as base64url. Delimits injected text. */
  newNonce: () => string;
}

/** The machine that Holdfast runs on, accessed through ports. */
export interface Machine {
  workspace: Workspace;
  snapshots: Snapshots;
  remotes: Remotes;
  processes: Processes;
  clients: Clients;
  terminals: Terminals;
}

/** Paths of Holdfast's files and of the agents' files. */
export interface Installation {
  paths: Paths;
  /** The user's home directory, where agents keep their files. */
  home: string;
  /** Configuration directories that environment variables override. */
  configDirs: Readonly<Record<AgentName, string>>;
  /** Session directories that environment variables override, for clients that keep sessions elsewhere. */
  dataDirs: Readonly<Record<AgentName, string>>;
  /** Single files that environment variables override. */
  movedFiles: Readonly<Record<AgentName, string>>;
  /** The user's `PATH`. */
  searchPath: string;
  /** The directory of our built files, such as `hook.sh` and `main.cjs`. */
  programDir: string;
  version: string;
  /** The name of this machine, which its sessions carry to others. */
  machine: string;
}

/**
 * Who calls an operation. The agent's session is known only to an MCP server (parent process) or a CLI (environment).
 */
export interface Caller {
  cwd: string;
  agent?: AgentName;
  nativeSession?: string;
  pid?: number;
  /** The client's id of the tool call that runs the operation. */
  call?: string;
  /** A model calls, by a tool. */
  byTool?: boolean;
}

/**
 * Everything that the rooms above the kernel may use from the outside world. Operations get all of it; other functions
 * request only the parts that they use: `ctx: Time & Pick<Context, "config"> & { store: SessionStorage }`.
 */
export interface Context extends Time, Identity, Machine, Installation, Daemon {
  store: Store;
  redactor: Redactor;
  agents: readonly AgentAdapter[];
  caller: Caller;
  config: Config;
  log: Logger;
  /** Goes on with the project whose directory was renamed to this one. Called before each operation; never throws. */
  followMoved: (directory: string) => Promise<void>;
  /** Loads a module of the user. Only the CLI provides this, for modules that the user names in the command. */
  loadModule?: (name: string) => Promise<{ path: string; exports: Readonly<Record<string, unknown>> }>;
  /** Opens the archive. Absent if none is configured. */
  archive?: () => Promise<Archive>;
  /** Absent if no person is watching. */
  progress?: () => Promise<Progress | undefined>;
  /** Runs work after the reply to an agent was sent. Absent where none waits: the work is then done at once. */
  defer?: (work: () => void) => void;
  /**
   * Runs work once what the operation returned was printed, or sent to the calling agent; not at all if that failed.
   * Absent where the caller gets what it returned: the work is then done at once.
   */
  whenPrinted?: (work: PrintedWork) => void;
  /** Only in long-running processes: sending a notification takes longer than a hook may. */
  notifier?: Notifier;
}
