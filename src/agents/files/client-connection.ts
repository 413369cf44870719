import type {
  ConnectChange,
  ConnectionCheck,
  ConnectPaths,
  ConnectPlan,
  TerminalClient,
} from "../../kernel/agent/agent.ts";
import type { ClientHooks } from "../hook-command.ts";

/** What the files of a client depend on. */
export interface ClientPlace extends ConnectPaths {
  configDir: string;
  hooks: ClientHooks;
  terminal: TerminalClient;
}

/** How a client is connected: the port's four verbs. */
export interface ClientConnection {
  plan(place: ClientPlace): Promise<Omit<ConnectPlan, "configDir">>;
  connect(place: ClientPlace): Promise<ConnectChange[]>;
  disconnect(place: ClientPlace): Promise<ConnectChange[]>;
  check(place: ClientPlace): Promise<ConnectionCheck>;
}

/** The advice at the end of a problem. */
export function repairOf({ hooks }: Pick<ClientPlace, "hooks">): string {
  return `run \`holdfast connect ${hooks.agent}\``;
}
