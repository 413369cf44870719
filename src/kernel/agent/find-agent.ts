import type { Context } from "../context.ts";
import { HoldfastError } from "../errors.ts";
import type { AgentAdapter } from "./agent.ts";

/** Finds an adapter by its name or command (`claude`). Throws `invalid_input`, listing the known names. */
export function findAgent({ agents }: Pick<Context, "agents">, name: string): AgentAdapter {
  const found = agents.find((adapter) => adapter.name === name || adapter.command === name);
  if (found) return found;
  const known = agents.map((adapter) => adapter.name).join(", ");
  throw new HoldfastError("invalid_input", `"${name}" is not a known agent. Known agents: ${known}.`);
}
