import type { AgentAdapter } from "../kernel/agent/agent.ts";
import type { Context, Installation, Time } from "../kernel/context.ts";
import { HoldfastError } from "../kernel/errors.ts";
import type { SessionSummary } from "../kernel/record.ts";
import type { DeliveryStorage } from "../kernel/storage/delivery-storage.ts";
import { PLACEHOLDER_ID } from "../sessions/find-launch-host.ts";
import { resolveConnectPaths } from "../setup/connect-paths.ts";
import { readLaunched } from "./launched.ts";
import { typeInto } from "./type-into.ts";

/** The channels to a running agent, the preferred one first. */
export const ROUTES = ["queue", "terminal"] as const;
export type Route = (typeof ROUTES)[number];

/** What it takes to reach an agent by its queue or by typing, and to record it. */
type Delivering = Time &
  Installation &
  Pick<Context, "agents" | "newId" | "terminals" | "processes"> & { store: DeliveryStorage };

interface Prompt {
  session: SessionSummary;
  adapter: AgentAdapter;
  text: string;
}

/**
 * Sends a prompt to a running session from outside: through the queue of the agent if it has one, otherwise by typing. Records
 * the channel; returns the reasons if none is open.
 */
export async function deliverPrompt(
  ctx: Delivering,
  session: SessionSummary,
  text: string,
): Promise<{ route: Route } | { problem: string }> {
  const adapter = ctx.agents.find(({ name }) => name === session.agent);
  const problems: string[] = [];
  for (const route of ROUTES) {
    const problem = adapter && (await TRY[route](ctx, { session, adapter, text }));
    if (adapter && problem === undefined) {
      await writeDown(ctx, session, { route, chars: text.length });
      return { route };
    }
    if (problem) problems.push(`${route}: ${problem}`);
  }
  return { problem: problems.join("; ") };
}

/** Attempts: an agent may show a dialog, still load, or be busy again. */
const TRIES = 20;
const PAUSE_MS = 1_000;

/** The same, retried for twenty seconds while no channel is open. */
export async function deliverPatiently(
  ctx: Delivering,
  session: SessionSummary,
  text: string,
): ReturnType<typeof deliverPrompt> {
  let outcome = await deliverPrompt(ctx, session, text);
  for (let tries = 1; tries < TRIES && "problem" in outcome; tries += 1) {
    await ctx.sleep(PAUSE_MS);
    outcome = await deliverPrompt(ctx, session, text);
  }
  return outcome;
}

/** Undefined if delivered, otherwise why not. */
type Attempt = (ctx: Delivering, prompt: Prompt) => Promise<string | undefined>;

const TRY: Record<Route, Attempt> = {
  async queue(ctx, { session: { nativeId }, adapter, text }) {
    if (!adapter.queue) return "this agent has none";
    if (nativeId.startsWith(PLACEHOLDER_ID)) return "this session has no prompts yet";
    try {
      await adapter.queue(resolveConnectPaths(ctx), { nativeSession: nativeId, text });
      return undefined;
    } catch (error) {
      if (error instanceof HoldfastError) return error.message;
      throw error;
    }
  },
  async terminal(ctx, { session, adapter, text }) {
    const launched = readLaunched(session);
    const { pid, pidStart } = session;
    if (!launched || pid === null || pidStart === null) return "it was not started by `holdfast launch`";
    const client = { pane: launched.pane, process: { pid, startTime: pidStart } };
    return await typeInto(ctx, { ...client, composer: adapter.terminal.composer }, text);
  },
};

async function writeDown(
  ctx: Delivering,
  session: SessionSummary,
  { route, chars }: { route: Route; chars: number },
): Promise<void> {
  await ctx.store.putDelivery({
    id: ctx.newId("dlv"),
    sessionId: session.id,
    incarnation: session.incarnation,
    checkpointId: null,
    channel: route,
    chars,
    at: ctx.clock(),
  });
}
