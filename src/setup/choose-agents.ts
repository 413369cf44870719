import { findAgent } from "../kernel/agent/find-agent.ts";
import type { Context } from "../kernel/context.ts";
import { HoldfastError } from "../kernel/errors.ts";
import type { SurveyedAgent } from "./survey-agents.ts";

export interface AgentChoice {
  /** Names or commands of agents. */
  agents: readonly string[];
  /** Every agent found, instead of names. */
  all: boolean;
  /** Accept an agent that is not installed. */
  force: boolean;
}

/** The agents to connect. Throws if none is named, or if one is not installed. */
export function chooseAgents(
  ctx: Pick<Context, "agents">,
  choice: AgentChoice,
  surveyed: readonly SurveyedAgent[],
): SurveyedAgent[] {
  const present = surveyed.filter(({ isPresent }) => isPresent);
  const names = present.map(({ adapter }) => adapter.name).join(", ");
  if (choice.all && present.length === 0) throw noAgentFound(surveyed);
  if (choice.all) return present;
  if (choice.agents.length === 0)
    throw new HoldfastError("invalid_input", `No agent was named. Found here: ${names || "none"}.`, {
      next: `Run \`holdfast connect ${present[0]?.adapter.name ?? "<agent>"}\`, or \`holdfast connect --all\`.`,
    });
  const asked = new Set(choice.agents.map((name) => findAgent(ctx, name)));
  const chosen = surveyed.filter(({ adapter }) => asked.has(adapter));
  const absent = chosen.find(({ isPresent }) => !isPresent);
  if (absent === undefined || choice.force) return chosen;
  throw agentNotFound(absent, names);
}

function noAgentFound(surveyed: readonly SurveyedAgent[]): HoldfastError {
  const looked = surveyed.map(({ adapter }) => adapter.command).join(", ");
  return new HoldfastError("not_found", `No agent was found: none of ${looked} is on the PATH.`, {
    next: "Install one, then run `holdfast connect`.",
  });
}

function agentNotFound({ adapter, configDir }: SurveyedAgent, present: string): HoldfastError {
  const { title, command } = adapter;
  const message = `${title} was not found: \`${command}\` is not on the PATH, and ${configDir} does not exist.`;
  const others = present === "" ? "" : ` Found here: ${present}.`;
  return new HoldfastError("not_found", message, {
    next: `Install it first, or use --force to connect it anyway.${others}`,
  });
}
