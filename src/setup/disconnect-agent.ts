import type { AgentAdapter, ConnectChange } from "../kernel/agent/agent.ts";
import type { Installation } from "../kernel/context.ts";
import { resolveConnectPaths } from "./connect-paths.ts";
import { withReason } from "./with-reason.ts";

export interface DisconnectResult {
  agent: string;
  title: string;
  changes: ConnectChange[];
}

/** Removes everything that connect added to an agent's configuration. */
export async function disconnectAgent(ctx: Installation, adapter: AgentAdapter): Promise<DisconnectResult> {
  const paths = resolveConnectPaths(ctx);
  const { configDir } = await adapter.connection.plan(paths);
  const changes = await withReason(configDir, () => adapter.connection.disconnect(paths));
  return { agent: adapter.name, title: adapter.title, changes };
}
