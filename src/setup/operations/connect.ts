import * as z from "zod";
import { findAgent } from "../../kernel/agent/find-agent.ts";
import type { Context } from "../../kernel/context.ts";
import { HoldfastError } from "../../kernel/errors.ts";
import { defineOperation, flag } from "../../kernel/operation.ts";
import { changeSetting } from "../change-setting.ts";
import { chooseAgents } from "../choose-agents.ts";
import { resolveConnectPaths, withDebriefs } from "../connect-paths.ts";
import { disconnectAgent } from "../disconnect-agent.ts";
import { installHookShim } from "../hook-shim.ts";
import { keepProgram, stableProgramDir } from "../stable-program.ts";
import { makeStateDirectory, tidyState } from "../state-directory.ts";
import { type SurveyedAgent, surveyAgents } from "../survey-agents.ts";
import { tryHook } from "../try-hook.ts";
import { withReason } from "../with-reason.ts";

const Names = z.array(z.string().max(40)).max(20).default([]);
const Change = z.object({
  path: z.string(),
  action: z.enum(["created", "updated", "removed", "kept", "unchanged"]),
});
const Changed = z.object({ agent: z.string(), title: z.string(), changes: z.array(Change) });

export const connect = defineOperation({
  name: "connect",
  group: "agents",
  summary: "Install hooks, skill and MCP server for agents",
  positional: ["agents"],
  readOnly: false,
  input: z.object({
    agents: Names.describe("Agent names, as shown by `holdfast status`"),
    all: flag("Connect all agents found"),
    force: flag("Also connect an agent that is not found"),
    debrief: flag("Also enable debriefs at the end of longer turns"),
  }),
  output: z.object({
    connected: z.array(Changed),
    /** Where the program was copied to, because it ran from a cache; null if it was not copied. */
    program: z.string().nullable(),
    /** Whether debriefs are on. */
    debrief: z.boolean(),
  }),
  async run(given, { debrief, ...choice }) {
    const ctx = debrief ? withDebriefs(given) : given;
    const surveyed = chooseAgents(ctx, choice, await surveyAgents(ctx));
    try {
      const { paths } = ctx;
      const program = await withReason(paths.programs, () => keepProgram(ctx) ?? null);
      await withReason(paths.state, () => {
        makeStateDirectory(paths.state);
        installHookShim(paths.state, stableProgramDir(ctx));
      });
      const connected = [];
      for (const each of surveyed) connected.push(await connectOne(ctx, each));
      if (debrief)
        await withReason(paths.configFile, () => changeSetting(paths, "debrief", { enabled: true }));
      return { connected, program, debrief: ctx.config.debrief.enabled };
    } catch (error) {
      await tidyState(ctx);
      throw error;
    }
  },
});

async function connectOne(
  ctx: Context,
  { adapter, configDir }: SurveyedAgent,
): Promise<z.infer<typeof Changed>> {
  const paths = resolveConnectPaths(ctx);
  const changes = await withReason(configDir, () => adapter.connection.connect(paths));
  // Warms up the first hook, which would otherwise take twice as long. `doctor` reports problems.
  if (process.platform !== "win32") await tryHook(paths, adapter);
  return { agent: adapter.name, title: adapter.title, changes };
}

export const disconnect = defineOperation({
  name: "disconnect",
  group: "agents",
  summary: "Remove everything that connect installed",
  positional: ["agents"],
  readOnly: false,
  input: z.object({
    agents: Names.describe("Agent names, as shown by `holdfast status`"),
    all: flag("Disconnect every agent"),
  }),
  output: z.object({ disconnected: z.array(Changed) }),
  async run(ctx, { agents, all }) {
    const adapters = all ? ctx.agents : agents.map((name) => findAgent(ctx, name));
    if (adapters.length === 0) throw await noAgentNamed(ctx);
    const disconnected = [];
    for (const adapter of adapters) disconnected.push(await disconnectAgent(ctx, adapter));
    await tidyState(ctx);
    return { disconnected };
  },
});

async function noAgentNamed(ctx: Context): Promise<HoldfastError> {
  const connected = (await surveyAgents(ctx)).filter(({ isConnected }) => isConnected);
  const names = connected.map(({ adapter }) => adapter.name);
  return new HoldfastError("invalid_input", `No agent was named. Connected: ${names.join(", ") || "none"}.`, {
    next: `Run \`holdfast disconnect ${names[0] ?? "<agent>"}\`, or \`holdfast disconnect --all\`.`,
  });
}
