import type { Context, Installation } from "../kernel/context.ts";
import { enumerate } from "../text/phrases.ts";
import { checkAgent } from "./check-agent.ts";
import { resolveConnectPaths } from "./connect-paths.ts";
import { type Finding, toFinding } from "./finding.ts";

/** That an agent is not connected is a problem only if none is. */
export async function agentFindings(
  ctx: Installation & Pick<Context, "agents" | "config">,
): Promise<Finding[]> {
  const paths = resolveConnectPaths(ctx);
  const checked = await Promise.all(
    ctx.agents.map(async (agent) => ({ name: agent.name, ...(await checkAgent(agent, paths)) })),
  );
  const relevant = checked.filter(({ installed }) => installed !== false);
  if (relevant.length > 0) {
    const found = relevant.map(({ name, installed, problems }) =>
      toFinding(
        `${name} ${installed === true ? "is connected" : "can be checked"}`,
        problems.join("; ") || undefined,
      ),
    );
    const connected = relevant.filter(({ installed }) => installed === true);
    return [...found, ...rewindFindings(ctx, connected)];
  }
  const commands = enumerate(
    checked.map(({ name }) => `\`holdfast connect ${name}\``),
    "or",
  );
  return [toFinding("an agent is connected", `No agent is connected: run ${commands}.`)];
}

const IF_CHOSEN = "only if its settings select Holdfast's context engine, see docs/rewind.md";

/** What happens to explorations, if rewind is on or the client has it built in. */
function rewindFindings(
  { agents, config }: Pick<Context, "agents" | "config">,
  connected: readonly { name: string }[],
): Finding[] {
  return connected.flatMap(({ name }) => {
    const agent = agents.find((each) => each.name === name);
    const { collapses, hasOwnRewind } = agent?.capabilities ?? {};
    if (hasOwnRewind)
      return [toFinding(`${name} rewinds explorations itself, and they are recorded`, undefined)];
    if (!config.rewind.enabled) return [];
    const collapsing = `${name} removes explorations from running conversations`;
    if (collapses === "if_chosen") return [toFinding(collapsing, { skipped: IF_CHOSEN })];
    if (collapses) return [toFinding(collapsing, undefined)];
    const check = `${name} conversations can be forked at a mark`;
    const skipped = { skipped: "not with this agent; `holdfast resume` brings the report" };
    return [toFinding(check, agent?.forkAtMark ? undefined : skipped)];
  });
}
