import type {
  ConnectChange,
  ConnectionCheck,
  ConnectPaths,
  ConnectPlan,
  TerminalClient,
} from "../../kernel/agent/agent.ts";
import type { ClientHooks } from "../hook-command.ts";

/** What the files of a client depend on. */
export interface ClientSetup extends ConnectPaths {
  configDir: string;
  hooks: ClientHooks;
  terminal: TerminalClient;
}

/** How a client is connected: the port's four verbs. */
export interface ClientConnection {
  plan(setup: ClientSetup): Promise<Omit<ConnectPlan, "configDir">>;
  connect(setup: ClientSetup): Promise<ConnectChange[]>;
  disconnect(setup: ClientSetup): Promise<ConnectChange[]>;
  check(setup: ClientSetup): Promise<ConnectionCheck>;
}

/** The advice at the end of a problem. */
export function repairOf({ hooks }: Pick<ClientSetup, "hooks">): string {
  return `run \`holdfast connect ${hooks.agent}\``;
}
