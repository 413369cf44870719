import type { ComingEvent } from "../../events/handle-event.ts";
import type { AgentAdapter } from "../../kernel/agent/agent.ts";
import type { Reply } from "../../kernel/agent/agent-event.ts";
import type { Context } from "../../kernel/context.ts";
import { HoldfastError } from "../../kernel/errors.ts";
import { toStorable } from "../../kernel/to-storable.ts";
import type { Coming } from "../../spool/drain-spool.ts";

/** Handles events in order and returns the outcome of each. */
export type HandleEvents = (
  ctx: Context,
  events: readonly ComingEvent[],
) => Promise<readonly PromiseSettledResult<Reply>[]>;

/** The reply to each event: a JSON document, or "" for none. */
export async function answerEvents(
  ctx: Context,
  handle: HandleEvents,
  coming: readonly Coming[],
): Promise<PromiseSettledResult<string>[]> {
  const read = await Promise.allSettled(coming.map((one) => readEvent(ctx, one)));
  const known = read.flatMap((one) => (one.status === "fulfilled" && one.value ? [one.value] : []));
  const handled = known.length > 0 ? await handle(ctx, known) : [];
  return read.map((one) => {
    if (one.status === "rejected") return one;
    const { value } = one;
    if (!value) return { status: "fulfilled", value: "" };
    const reply = handled[known.indexOf(value)];
    if (reply?.status !== "fulfilled") return { status: "rejected", reason: reply?.reason };
    return settle(() => value.adapter.renderReply(value.event, reply.value));
  });
}

interface KnownEvent extends ComingEvent {
  adapter: AgentAdapter;
}

async function readEvent(
  ctx: Pick<Context, "agents">,
  { spooled, awaited }: Coming,
): Promise<KnownEvent | undefined> {
  const adapter = ctx.agents.find(({ name }) => name === spooled.agent);
  if (!adapter) throw new HoldfastError("invalid_input", `No adapter for "${spooled.agent}".`);
  try {
    const event = await adapter.parseEvent(spooled.payload, spooled);
    const { continues } = spooled;
    const known = event && continues !== undefined ? { ...event, continues } : event;
    return known && { adapter, event: toStorable(known), awaited };
  } catch (error) {
    // A parser's message may quote the payload, which is private.
    throw new HoldfastError("invalid_input", "The adapter of this agent does not know this payload.", {
      cause: error,
    });
  }
}

function settle<T>(work: () => T): PromiseSettledResult<T> {
  try {
    return { status: "fulfilled", value: work() };
  } catch (reason) {
    return { status: "rejected", reason };
  }
}
