import { join } from "node:path";
import type { AgentName } from "./agent-event.ts";

/** The environment variables of a client that Holdfast knows. */
export interface AgentEnvironment {
  /**
   * Overrides the client's configuration directory, which is usually `usual`, below the home directory. `or` is the
   * fallback for when that variable is not set.
   */
  configDir: DirectoryVariable & { usual: string; or?: DirectoryVariable };
  /** Overrides the session directory, if it is separate from the configuration directory. */
  dataDir?: DirectoryVariable;
  /** Overrides the path of a single file: the settings file or the session database. */
  file?: { variable: string };
  /**
   * Set in every process that the client starts, such as our MCP server: a flag variable with the value 1, and the
   * session id. `alsoSets` lists the flag variables of other clients that this client sets too.
   */
  inside?: { mark: string; nativeSession?: string; alsoSets?: readonly string[] };
  /** Its MCP servers are started by helper processes, in a different directory than the session. */
  serversStartElsewhere?: boolean;
  /** Keys in the `_meta` of its MCP calls: the call id, and the session id if the environment does not provide it. */
  callMeta?: { call?: string; nativeSession?: string };
}

interface DirectoryVariable {
  variable: string;
  /** The path below the directory that the variable names. */
  within?: string;
}

/** What a process that a client started can find out about the client's session. */
interface ClientSession {
  agent?: AgentName;
  nativeSession?: string;
  pid?: number;
}

type Env = Readonly<Record<string, string | undefined>>;
type Agents = readonly { name: AgentName; environment: AgentEnvironment }[];

/** The environment variables that a process needs in order to connect, launch or restart clients. */
export function configVariables(agents: Agents): string[] {
  return agents.flatMap(({ environment: { configDir, dataDir, file } }) =>
    [configDir, configDir.or, dataDir, file].flatMap((override) => override?.variable ?? []),
  );
}

/** The clients' configuration directories that environment variables override. */
export function movedConfigDirs(agents: Agents, env: Env, home: string): Readonly<Record<AgentName, string>> {
  const fallbacks = movedDirs(agents, env, ({ configDir }) => configDir.or);
  const moved: Record<AgentName, string> = {
    ...fallbacks,
    ...movedDirs(agents, env, ({ configDir }) => configDir),
  };
  // A tilde that no shell has expanded, as in a service file. Clients expand it too.
  const expanded = Object.entries(moved).map(([name, path]) => [
    name,
    path.replace(/^~(?=\/|$)/, () => home),
  ]);
  return Object.fromEntries(expanded);
}

/** Where a client keeps its settings. */
export function configDirectory(
  { name, environment: { configDir } }: Agents[number],
  { home, configDirs }: { home: string; configDirs: Readonly<Record<AgentName, string>> },
): string {
  return configDirs[name] ?? join(home, configDir.usual);
}

/** The clients' session directories that environment variables override. */
export function movedDataDirs(agents: Agents, env: Env): Readonly<Record<AgentName, string>> {
  return movedDirs(agents, env, ({ dataDir }) => dataDir);
}

/** The settings or session files that environment variables override. The paths are not resolved. */
export function movedFiles(agents: Agents, env: Env): Readonly<Record<AgentName, string>> {
  return movedDirs(agents, env, ({ file }) => file);
}

function movedDirs(
  agents: Agents,
  env: Env,
  select: (of: AgentEnvironment) => DirectoryVariable | undefined,
) {
  const found = agents.flatMap(({ name, environment }) => {
    const { variable = "", within = "" } = select(environment) ?? {};
    const directory = env[variable];
    return directory ? [[name, join(directory, within)]] : [];
  });
  return Object.fromEntries(found);
}

/** The client and session that a command or an MCP server runs in, according to the environment variables. */
export function findCaller(agents: Agents, env: Env, parent: number): ClientSession {
  const candidates = agents.filter(({ environment: { inside } }) => inside && env[inside.mark] === "1");
  const impersonated = new Set(candidates.flatMap(({ environment }) => environment.inside?.alsoSets ?? []));
  for (const { name: agent, environment } of agents) {
    const { mark = "", nativeSession: variable = "" } = environment.inside ?? {};
    const nativeSession = env[variable];
    if (nativeSession !== undefined) return { agent, pid: parent, nativeSession };
    if (env[mark] === "1" && !impersonated.has(mark)) return { agent, pid: parent };
  }
  return {};
}
