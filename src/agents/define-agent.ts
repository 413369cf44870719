import { join } from "node:path";
import type {
  AgentAdapter,
  AgentSessions,
  ConnectPaths,
  ConversationFiles,
  SessionRetention,
} from "../kernel/agent/agent.ts";
import { configDirectory } from "../kernel/agent/agent-environment.ts";
import type { ClientConnection, ClientSetup } from "./files/client-connection.ts";
import { type ClientHooks, sampleStart } from "./hook-command.ts";

/** What the directory of an agent declares. The rest of the port follows from it. */
interface AgentDeclaration extends Omit<AgentAdapter, "connection" | "conversationFiles" | "sessions"> {
  hooks: Omit<ClientHooks, "agent">;
  /** How it is connected. Loaded on first use, like the parsers of its formats: most commands need neither. */
  connection(): Promise<ClientConnection>;
  sessions?: Omit<AgentSessions, "retention"> & { retention?(setup: ClientSetup): Promise<SessionRetention> };
  /** `directory` is below the client's configuration directory. */
  conversationFiles?: Pick<ConversationFiles, "place"> & { directory: string };
}

/** The adapter of an agent, and the events that its hooks or its plugin report. */
export function defineAgent(declared: AgentDeclaration): AgentAdapter & { hooks: ClientHooks } {
  const { conversationFiles: files, sessions, connection, ...client } = declared;
  const hooks = { agent: client.name, ...client.hooks };
  const configDir = (paths: Pick<ConnectPaths, "home" | "configDirs">) => configDirectory(client, paths);
  const setupOf = (paths: ConnectPaths): ClientSetup => {
    return { ...paths, configDir: configDir(paths), hooks, terminal: client.terminal };
  };
  return {
    ...client,
    hooks,
    ...(files && {
      conversationFiles: { place: files.place, root: (paths) => join(configDir(paths), files.directory) },
    }),
    ...(sessions && { sessions: forSetup(sessions, setupOf) }),
    connection: {
      async plan(paths) {
        const setup = setupOf(paths);
        return { configDir: setup.configDir, ...(await (await connection()).plan(setup)) };
      },
      connect: async (paths) => await (await connection()).connect(setupOf(paths)),
      disconnect: async (paths) => await (await connection()).disconnect(setupOf(paths)),
      check: async (paths) => await (await connection()).check(setupOf(paths)),
      sampleStart: (setup) => sampleStart(hooks, setup),
    },
  };
}

function forSetup(
  { retention, ...sessions }: NonNullable<AgentDeclaration["sessions"]>,
  setupOf: (paths: ConnectPaths) => ClientSetup,
): AgentSessions {
  return { ...sessions, ...(retention && { retention: (paths) => retention(setupOf(paths)) }) };
}
