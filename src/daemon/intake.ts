import { rmSync } from "node:fs";
import { setImmediate as letRequestsIn } from "node:timers/promises";
import { agingClock, type Clock } from "../kernel/clock.ts";
import type { Context } from "../kernel/context.ts";
import type { Logger } from "../kernel/ports/logger.ts";
import { type DrainResult, drainSpool, type HookRequest } from "../spool/drain-spool.ts";
import { isEventId, spoolPath } from "../spool/spool-file.ts";
import { answerRequests, type HandleEvents } from "../surfaces/hook/answer-requests.ts";

export interface HookAnswer {
  status: number;
  body: string;
  /**
   * Call it once the hook has the answer. Until then the spool file stays, so that the hook's own process can read it
   * again.
   */
  taken?: () => void;
}

/** A waiting hook. Only the first answer counts. */
interface Asked {
  answer: Promise<HookAnswer>;
  give(answer: HookAnswer): void;
}

/** Maximum number of spooled events ahead of a waiting hook; the rest waits for the next round. */
const ROUND = 50;

/**
 * Handles events in the order in which they were written, whether their hooks wait or only spooled them. All events
 * present at the start of a round share its commits, so a busier machine has more events per commit.
 */
export class Intake {
  readonly #ctx: Context;
  readonly #handle: HandleEvents;
  readonly #log: Logger;
  readonly #age: Clock;
  #asked = new Map<string, Asked>();

  constructor(ctx: Context, options: { handle: HandleEvents; log: Logger }) {
    this.#ctx = ctx;
    this.#handle = options.handle;
    this.#log = options.log;
    // A hook that is writing is not dead because the clock was set ahead.
    this.#age = agingClock(ctx.clock);
  }

  /** Resolves to the answer to this event, from the first round that starts after this call. */
  ask(id: string): Promise<HookAnswer> {
    if (!isEventId(id)) return Promise.resolve({ status: 400, body: "" });
    const asked = this.#asked.get(id) ?? newAsked();
    this.#asked.set(id, asked);
    return asked.answer;
  }

  /** Runs one round. Starts no further transaction after `until`. */
  async drain(until = Number.POSITIVE_INFINITY): Promise<DrainResult> {
    const { paths, clock, redactor } = this.#ctx;
    const asked = this.#asked;
    this.#asked = new Map();
    try {
      return await drainSpool({
        paths,
        clock,
        age: this.#age,
        until,
        limit: ROUND,
        asked,
        redact: (text) => redactor.text(text),
        onFailure: (error, event) => this.#log.error("event not handled", error, { hook: event }),
        handle: (requests) => this.#answer(requests, asked),
      });
    } finally {
      // No readable file for these: their hooks fall back to their own process.
      for (const { give } of asked.values()) give({ status: 404, body: "" });
    }
  }

  async #answer(requests: readonly HookRequest[], asked: ReadonlyMap<string, Asked>) {
    await letRequestsIn();
    const answers = await answerRequests(this.#ctx, this.#handle, requests);
    for (const [index, { spooled, awaited }] of requests.entries()) {
      const answer = answers[index];
      if (awaited && answer) asked.get(spooled.id)?.give(this.#toHook(spooled.id, answer));
    }
    return answers;
  }

  /** The body begins with the protocol name, so that a hook never uses the output of another program on the socket. */
  #toHook(id: string, answer: PromiseSettledResult<string>): HookAnswer {
    // The hook falls back to its own process with the same store: the event stays in the spool either way.
    if (answer.status === "rejected") return { status: 503, body: "" };
    const path = spoolPath(this.#ctx.paths.spool, id, "part");
    return {
      status: 200,
      body: `holdfast 1 ${answer.value}`,
      taken: () => rmSync(path, { force: true }),
    };
  }
}

function newAsked(): Asked {
  let give: Asked["give"] = () => {};
  const answer = new Promise<HookAnswer>((resolve) => {
    give = resolve;
  });
  return { answer, give };
}
