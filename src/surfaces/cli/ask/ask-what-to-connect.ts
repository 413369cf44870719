import * as z from "zod";
import type { Context } from "../../../kernel/context.ts";
import { flag } from "../../../kernel/operation.ts";
import { type AgentChoice, chooseAgents } from "../../../setup/choose-agents.ts";
import { withDebriefs } from "../../../setup/connect-paths.ts";
import { hookShimPath } from "../../../setup/hook-shim.ts";
import { stableProgramDir } from "../../../setup/stable-program.ts";
import { type SurveyedAgent, surveyAgents } from "../../../setup/survey-agents.ts";
import { wrapped } from "../layout/text-width.ts";
import type { Prompts, TerminalDialog } from "./prompts.ts";

const COLUMNS = 80;
const INDENT = " ".repeat(6);

const Given = z.object({
  agents: z.array(z.string()).default([]),
  all: flag(""),
  force: flag(""),
  debrief: flag(""),
});

/** Asks which of the agents found to connect, shows what will be written, and asks for confirmation. */
export async function askWhatToConnect(
  given: Context,
  input: object,
  { prompts, say }: TerminalDialog,
): Promise<object | undefined> {
  if (!prompts) return input;
  const { debrief, ...wanted } = Given.parse(input);
  const ctx = debrief ? withDebriefs(given) : given;
  const surveyed = await surveyAgents(ctx);
  const choice = await completeChoice(wanted, surveyed, prompts);
  if (!choice) return undefined;
  const chosen = chooseAgents(ctx, choice, surveyed);
  say(describePlan(ctx, chosen));
  const isWanted = await prompts.confirm("Continue?");
  return isWanted ? { ...input, agents: chosen.map(({ adapter }) => adapter.name), all: false } : undefined;
}

/** Asks for agents if none is named. If no agent is found, there is nothing to ask: the operation reports that. */
async function completeChoice(
  given: AgentChoice,
  surveyed: readonly SurveyedAgent[],
  prompts: Prompts,
): Promise<AgentChoice | undefined> {
  const present = surveyed.filter(({ isPresent }) => isPresent);
  if (given.all || given.agents.length > 0 || present.length === 0) return given;
  const choices = present.map(({ adapter, isConnected }) => ({
    value: adapter.name,
    label: adapter.title,
    ...(isConnected ? { hint: "connected" } : {}),
  }));
  const names = choices.map(({ value }) => value);
  const agents = await prompts.chooseSeveral("Which agents do you want to connect?", choices, names);
  return agents && { ...given, agents };
}

function describePlan(ctx: Context, chosen: readonly SurveyedAgent[]): string[] {
  const { state, programs } = ctx.paths;
  const copy =
    stableProgramDir(ctx) === ctx.programDir ? [] : describeChange(programs, "a copy of the program");
  return [
    "Holdfast will write:",
    ...chosen.flatMap(({ adapter, changes }) => [
      `  ${adapter.title}`,
      ...changes.flatMap(({ path, what }) => describeChange(path, what)),
    ]),
    "  Holdfast",
    ...describeChange(hookShimPath(state), "the script that hooks run"),
    ...copy,
    "What your agents do is recorded on this machine only, in",
    `  ${state}`,
  ];
}

/** Only the path may be longer than the terminal is wide; the description below it is wrapped. */
function describeChange(path: string, what: string): string[] {
  return [`    ${path}`, ...wrapped(what, COLUMNS - INDENT.length).map((line) => INDENT + line)];
}
