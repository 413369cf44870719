import type { AgentAdapter } from "./agent/agent.ts";
import type { AgentName } from "./agent/agent-event.ts";
import type { Clock } from "./clock.ts";
import type { Config } from "./config/config.ts";
import type { NewId } from "./ids.ts";
import type { Paths } from "./paths.ts";
import type { Archive } from "./ports/archive.ts";
import type { Daemon } from "./ports/daemon.ts";
import type { Logger } from "./ports/logger.ts";
import type { Notifier } from "./ports/notifier.ts";
import type { Processes } from "./ports/processes.ts";
import type { Progress } from "./ports/progress.ts";
import type { Redactor } from "./ports/redactor.ts";
import type { Terminals } from "./ports/terminals.ts";
import type { Workspace } from "./ports/workspace.ts";
import type { Store } from "./storage/store.ts";

/** Time. Tests decide what "now" is, and do not wait. */
export interface Time {
  clock: Clock;
  /** Lets time pass. */
  sleep: (ms: number) => Promise<void>;
}

export interface Identity {
  newId: NewId;
  /** At least 96 random bits as base64url: the fence of an injection. */
  newNonce: () => string;
}

/** The machine that it runs on, read and changed through ports. */
export interface Machine {
  workspace: Workspace;
  processes: Processes;
  terminals: Terminals;
}

/** Where files are: ours and the agents'. */
export interface Installation {
  paths: Paths;
  /** The user's home directory, where agents keep their files. */
  home: string;
  /** Where the environment moves clients' configuration directories. */
  configDirs: Readonly<Record<AgentName, string>>;
  /** Where it moves the directories with their sessions, for clients that keep these elsewhere. */
  dataDirs: Readonly<Record<AgentName, string>>;
  /** What it says of the one file of a client that it can move. */
  movedFiles: Readonly<Record<AgentName, string>>;
  /** Where the shell finds programs: the user's `PATH`. */
  searchPath: string;
  /** Where our own built files are: `hook.sh`, `main.cjs`. */
  programDir: string;
  version: string;
}

/** The agent's session that calls us, where it can be known (an MCP server's parent process, a CLI's environment). */
export interface Caller {
  cwd: string;
  agent?: AgentName;
  nativeSession?: string;
  pid?: number;
  /** The client's id of the tool call that this is. */
  call?: string;
}

/**
 * All that the rooms above the kernel may use from the outside world. Operations get the whole; the functions below them
 * ask for the parts that they use: `ctx: Time & Pick<Context, "config"> & { store: SessionStorage }`.
 */
export interface Context extends Time, Identity, Machine, Installation, Daemon {
  store: Store;
  redactor: Redactor;
  agents: readonly AgentAdapter[];
  caller: Caller;
  config: Config;
  log: Logger;
  /** Loads a module of the user's: only where the user has named it, at the command line. */
  loadModule?: (name: string) => Promise<{ path: string; exports: Readonly<Record<string, unknown>> }>;
  /** Only where one is configured. It is opened when something goes there or comes back. */
  archive?: () => Promise<Archive>;
  /** Where a person watches. */
  progress?: () => Promise<Progress | undefined>;
  /** Only in processes that keep running: notifying people takes longer than a hook may. */
  notifier?: Notifier;
}
