import { join } from "node:path";
import type { AgentName } from "./agent-event.ts";

/** The environment variables of a client that Holdfast knows. */
export interface AgentEnvironment {
  /**
   * Moves the client's configuration directory; `within` is its place below what the variable names. `or` counts where the
   * variable is not set.
   */
  configDir: Moved & { or?: Moved };
  /** Moves the directory with its sessions, where that is another one. */
  dataDir?: Moved;
  /** Moves one file out of these: that with its settings, or that with its sessions. */
  file?: { variable: string };
  /**
   * Set in every process that the client starts, such as our MCP server: a mark with the value 1, and its session's id. `poses`
   * are marks of other clients that it sets as well.
   */
  inside?: { mark: string; nativeSession?: string; poses?: readonly string[] };
  /** Its MCP servers start in another directory than its session, below helpers of its process. */
  serversStartElsewhere?: boolean;
  /** Names in the `_meta` of its calls of our MCP tools: of the call's id, and of the session's where the environment has none. */
  callMeta?: { call?: string; nativeSession?: string };
}

interface Moved {
  variable: string;
  within?: string;
}

/** A client's session, as far as a process that it started can know it. */
interface ClientSession {
  agent?: AgentName;
  nativeSession?: string;
  pid?: number;
}

type Env = Readonly<Record<string, string | undefined>>;
type Agents = readonly { name: AgentName; environment: AgentEnvironment }[];

/** What a process that connects, launches or restarts clients has to know, wherever it was started from. */
export function configVariables(agents: Agents): string[] {
  return agents.flatMap(({ environment: { configDir, dataDir, file } }) =>
    [configDir, configDir.or, dataDir, file].flatMap((moved) => moved?.variable ?? []),
  );
}

/** Where the environment moves the clients' configuration directories. */
export function movedConfigDirs(agents: Agents, env: Env): Readonly<Record<AgentName, string>> {
  const otherwise = movedDirs(agents, env, ({ configDir }) => configDir.or);
  return { ...otherwise, ...movedDirs(agents, env, ({ configDir }) => configDir) };
}

/** Where the environment moves the directories with their sessions. */
export function movedDataDirs(agents: Agents, env: Env): Readonly<Record<AgentName, string>> {
  return movedDirs(agents, env, ({ dataDir }) => dataDir);
}

/** What the environment says of the file with their settings or sessions, as it stands there. */
export function movedFiles(agents: Agents, env: Env): Readonly<Record<AgentName, string>> {
  return movedDirs(agents, env, ({ file }) => file);
}

function movedDirs(agents: Agents, env: Env, kind: (of: AgentEnvironment) => Moved | undefined) {
  const found = agents.flatMap(({ name, environment }) => {
    const { variable = "", within = "" } = kind(environment) ?? {};
    const moved = env[variable];
    return moved ? [[name, join(moved, within)]] : [];
  });
  return Object.fromEntries(found);
}

/** The client whose session a command or an MCP server runs in, as far as the environment shows it. */
export function findCaller(agents: Agents, env: Env, parent: number): ClientSession {
  const around = agents.filter(({ environment: { inside } }) => inside && env[inside.mark] === "1");
  const posed = new Set(around.flatMap(({ environment }) => environment.inside?.poses ?? []));
  for (const { name: agent, environment } of agents) {
    const { mark = "", nativeSession: variable = "" } = environment.inside ?? {};
    const nativeSession = env[variable];
    if (nativeSession !== undefined) return { agent, pid: parent, nativeSession };
    if (env[mark] === "1" && !posed.has(mark)) return { agent, pid: parent };
  }
  return {};
}
