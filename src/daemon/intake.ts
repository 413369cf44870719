import { rmSync } from "node:fs";
import { setImmediate as letRequestsIn } from "node:timers/promises";
import { agingClock, type Clock } from "../kernel/clock.ts";
import type { Context } from "../kernel/context.ts";
import type { Logger } from "../kernel/ports/logger.ts";
import { type DrainResult, drainSpool, type HookRequest } from "../spool/drain-spool.ts";
import { isEventId, spoolPath } from "../spool/spool-file.ts";
import { answerRequests, type HandleEvents } from "../surfaces/hook/answer-requests.ts";
import { confirmReplies } from "../surfaces/hook/confirm-replies.ts";
import { isEmptyOutput } from "../surfaces/hook/is-empty-output.ts";

export interface HookAnswer {
  status: number;
  body: string;
  /** Call this when the hook has received an empty answer: it deletes the spool file, which nobody needs any more. */
  onDelivered?: () => void;
}

/** The reply that a hook waits for. Only the first call of `resolve` counts. */
interface PendingReply {
  answer: Promise<HookAnswer>;
  resolve(answer: HookAnswer): void;
}

/**
 * The maximum number of spooled events in one round, besides those whose hooks wait. The rest is left for the next
 * round.
 */
const ROUND_LIMIT = 50;

/**
 * Handles events in the order in which they were written, whether their hooks wait or only spooled them. All events
 * present at the start of a round share its commits, so a busier machine has more events per commit.
 */
export class Intake {
  readonly #ctx: Context;
  readonly #handle: HandleEvents;
  readonly #log: Logger;
  readonly #age: Clock;
  #pending = new Map<string, PendingReply>();
  readonly #deferred: (() => void)[] = [];

  constructor(ctx: Context, options: { handle: HandleEvents; log: Logger }) {
    this.#ctx = { ...ctx, defer: (work) => void this.#deferred.push(work) };
    this.#handle = options.handle;
    this.#log = options.log;
    // If the clock is set ahead, hooks that are still writing must not be taken for dead.
    this.#age = agingClock(ctx.clock);
  }

  /** Resolves to the answer to this event, from the first round that starts after this call. */
  reply(id: string): Promise<HookAnswer> {
    if (!isEventId(id)) return Promise.resolve({ status: 400, body: "" });
    const pending = this.#pending.get(id) ?? createPendingReply();
    this.#pending.set(id, pending);
    return pending.answer;
  }

  /** Runs one round. Starts no further transaction after `until`. */
  async drain(until = Number.POSITIVE_INFINITY): Promise<DrainResult> {
    const { paths, clock, redactor } = this.#ctx;
    const pending = this.#pending;
    this.#pending = new Map();
    try {
      await confirmReplies(this.#ctx);
      return await drainSpool({
        paths,
        clock,
        age: this.#age,
        until,
        limit: ROUND_LIMIT,
        awaitedIds: pending,
        redact: (text) => redactor.text(text),
        onFailure: (error, event) => this.#log.error("event not handled", error, { hook: event }),
        handle: (requests) => this.#answer(requests, pending),
      });
    } finally {
      // There is no readable file for these ids. Their hooks fall back to their own process.
      for (const { resolve } of pending.values()) resolve({ status: 404, body: "" });
      // Replies are written first.
      if (this.#deferred.length > 0) await letRequestsIn();
      for (const work of this.#deferred.splice(0)) work();
    }
  }

  async #answer(requests: readonly HookRequest[], pending: ReadonlyMap<string, PendingReply>) {
    await letRequestsIn();
    const answers = await answerRequests(this.#ctx, this.#handle, requests);
    for (const [index, { spooled, awaited }] of requests.entries()) {
      const answer = answers[index];
      if (awaited && answer) pending.get(spooled.id)?.resolve(this.#toHook(spooled.id, answer));
    }
    return answers;
  }

  /** The body begins with the protocol name, so that a hook never uses the output of another program on the socket. */
  #toHook(id: string, answer: PromiseSettledResult<string>): HookAnswer {
    // The hook falls back to its own process. The event stays in the spool either way.
    if (answer.status === "rejected") return { status: 503, body: "" };
    const body = `holdfast 1 ${answer.value}`;
    // Until the hook has confirmed a reply, its own process may have to read the event again.
    if (!isEmptyOutput(answer.value)) return { status: 200, body };
    const path = spoolPath(this.#ctx.paths.spool, id, "part");
    return { status: 200, body, onDelivered: () => rmSync(path, { force: true }) };
  }
}

function createPendingReply(): PendingReply {
  let resolve: PendingReply["resolve"] = () => {};
  const answer = new Promise<HookAnswer>((settle) => {
    resolve = settle;
  });
  return { answer, resolve };
}
