import type { Context } from "../context.ts";
import { HoldfastError } from "../errors.ts";
import type { AgentAdapter } from "./agent.ts";

/** The adapter with that name, or whose command it is (`claude`); throws with the list of names for any other. */
export function findAgent({ agents }: Pick<Context, "agents">, name: string): AgentAdapter {
  const found = agents.find((adapter) => adapter.name === name || adapter.command === name);
  if (found) return found;
  const known = agents.map((adapter) => adapter.name).join(", ");
  throw new HoldfastError("invalid_input", `"${name}" is not a known agent. Known agents: ${known}.`);
}
