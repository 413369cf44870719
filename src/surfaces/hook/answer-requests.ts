import { lstatSync, utimesSync } from "node:fs";
import { join } from "node:path";
import type { EventInput } from "../../events/handle-batch.ts";
import { writeOwnFile } from "../../files/own-file.ts";
import type { AgentAdapter } from "../../kernel/agent/agent.ts";
import type { AgentEvent, Reply } from "../../kernel/agent/agent-event.ts";
import type { Context } from "../../kernel/context.ts";
import { HoldfastError } from "../../kernel/errors.ts";
import { toStorable } from "../../kernel/to-storable.ts";
import type { HookRequest } from "../../spool/drain-spool.ts";
import { confirmReplies } from "./confirm-replies.ts";

/** Handles events in order and returns the outcome of each. */
export type HandleEvents = (
  ctx: Context,
  inputs: readonly EventInput[],
) => Promise<readonly PromiseSettledResult<Reply>[]>;

/** Events after which there is work that another session may continue. */
const WORK = new Set<AgentEvent["kind"]>(["user_prompt_submit", "agent_stop"]);

interface ReadEvent extends EventInput {
  adapter: AgentAdapter;
}

/** The reply to each request: a JSON document, or "" for none. */
export async function answerRequests(
  ctx: Context,
  handle: HandleEvents,
  requests: readonly HookRequest[],
): Promise<PromiseSettledResult<string>[]> {
  return await answerEvents(ctx, handle, await readRequests(ctx, requests));
}

/** The event of a request, nothing if its adapter has no use for it, or why it could not be read. */
export type ReadRequest = PromiseSettledResult<ReadEvent | undefined>;

/** Decodes each payload once, by the adapter of its agent. */
export async function readRequests(
  ctx: Pick<Context, "agents">,
  requests: readonly HookRequest[],
): Promise<ReadRequest[]> {
  return await Promise.allSettled(requests.map((request) => readEvent(ctx, request)));
}

/** As `answerRequests`, for requests that were read before. */
export async function answerEvents(
  ctx: Context,
  handle: HandleEvents,
  requests: readonly ReadRequest[],
): Promise<PromiseSettledResult<string>[]> {
  const read = requests.flatMap((one) => (one.status === "fulfilled" && one.value ? [one.value] : []));
  if (read.length > 0) await confirmReplies(ctx);
  const handled = read.length > 0 ? await handle(ctx, read) : [];
  if (read.some(({ event }) => WORK.has(event.kind))) noteWaitingWork(ctx);
  return requests.map((one) => {
    if (one.status === "rejected") return one;
    const { value } = one;
    if (!value) return { status: "fulfilled", value: "" };
    const reply = handled[read.indexOf(value)];
    if (reply?.status !== "fulfilled") return { status: "rejected", reason: reply?.reason };
    return settle(() => value.adapter.renderReply(value.event, reply.value));
  });
}

async function readEvent(
  ctx: Pick<Context, "agents">,
  { spooled, awaited }: HookRequest,
): Promise<ReadEvent | undefined> {
  const adapter = ctx.agents.find(({ name }) => name === spooled.agent);
  if (!adapter) throw new HoldfastError("invalid_input", `No adapter for "${spooled.agent}".`);
  try {
    const event = await adapter.parseEvent(spooled.payload, spooled);
    const { continues } = spooled;
    const whole = event && continues !== undefined ? { ...event, continues } : event;
    return whole && { adapter, event: toStorable(whole), awaited, confirms: awaited };
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

/** A newer expiry is worth a write only if it is this much later. */
const STEP_MS = 300_000;

/**
 * Notes that work was captured which a session that starts within the recovery window may continue. The hook of a start
 * then waits longer on a busy machine, rather than lose the record. The note expires at its modification time, which
 * `hook.sh` can compare at no cost.
 */
function noteWaitingWork({ paths, config, clock }: Pick<Context, "paths" | "config" | "clock">): void {
  const path = join(paths.state, "work-waiting");
  const expiry = clock() + config.continuity.recoveryWindowMs;
  try {
    if ((lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) > expiry - STEP_MS) return;
    writeOwnFile(path, "");
    utimesSync(path, expiry / 1_000, expiry / 1_000);
  } catch {
    // The disk is full, or something else has this name: starts then keep to their ordinary deadline.
  }
}
