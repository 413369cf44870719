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

/** What is needed to deliver through a queue or by typing, and to record the delivery. */
type DeliveryContext = Time &
  Installation &
  Pick<Context, "agents" | "newId" | "terminals" | "processes"> & { store: DeliveryStorage };

interface Prompt {
  session: SessionSummary;
  adapter: AgentAdapter;
  text: string;
}

/**
 * Sends a prompt to a running session from outside: through the queue of the agent if it has one, otherwise by typing.
 * Records the channel; returns the reasons if none is open.
 */
export async function deliverPrompt(
  ctx: DeliveryContext,
  session: SessionSummary,
  text: string,
): Promise<{ route: Route } | { problem: string }> {
  const adapter = ctx.agents.find(({ name }) => name === session.agent);
  const problems: string[] = [];
  for (const route of ROUTES) {
    const problem = adapter && (await SEND[route](ctx, { session, adapter, text }));
    if (adapter && problem === undefined) {
      await recordDelivery(ctx, session, { route, chars: text.length });
      return { route };
    }
    if (problem) problems.push(`${route}: ${problem}`);
  }
  return { problem: problems.join("; ") };
}

/** An agent may show a dialog, still be loading, or be busy again. */
const MAX_ATTEMPTS = 20;
const PAUSE_MS = 1_000;

/** Like `deliverPrompt`, but retries for twenty seconds while no channel is open, or until the signal aborts. */
export async function deliverWithRetries(
  ctx: DeliveryContext,
  session: SessionSummary,
  text: string,
  signal?: AbortSignal,
): ReturnType<typeof deliverPrompt> {
  let outcome: Awaited<ReturnType<typeof deliverPrompt>> = { problem: "it was canceled" };
  for (let attempts = 0; attempts < MAX_ATTEMPTS && "problem" in outcome; attempts += 1) {
    if (attempts > 0) await pause(ctx, signal);
    if (signal?.aborted) break;
    outcome = await deliverPrompt(ctx, session, text);
  }
  return outcome;
}

/** Ends early if the signal aborts. */
async function pause(ctx: Time, signal: AbortSignal | undefined): Promise<void> {
  if (signal?.aborted) return;
  let onAbort = () => {};
  const aborted = new Promise<void>((resolve) => {
    onAbort = resolve;
  });
  signal?.addEventListener("abort", onAbort);
  const stopListening = () => signal?.removeEventListener("abort", onAbort);
  await Promise.race([ctx.sleep(PAUSE_MS), aborted]).finally(stopListening);
}

/** Returns undefined if the prompt was delivered, otherwise why not. */
type Attempt = (ctx: DeliveryContext, prompt: Prompt) => Promise<string | undefined>;

const SEND: Record<Route, Attempt> = {
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

async function recordDelivery(
  ctx: DeliveryContext,
  session: SessionSummary,
  { route, chars }: { route: Route; chars: number },
): Promise<void> {
  const at = ctx.clock();
  await ctx.store.putDelivery({
    id: ctx.newId("dlv"),
    sessionId: session.id,
    incarnation: session.incarnation,
    checkpointId: null,
    channel: route,
    chars,
    at,
    eventId: null,
    arrivedAt: at,
    handler: null,
    // The session has it as a prompt.
    reply: null,
  });
}
