import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import { codex } from "../../src/agents/codex/adapter.ts";
import { HoldfastError } from "../../src/kernel/errors.ts";
import { deliverWithRetries } from "../../src/terminals/deliver-prompt.ts";
import { AgentSession } from "../support/agent-session.ts";
import { withPlace } from "../support/test-context.ts";

interface Bench {
  attempts: () => number;
  ending: AbortController;
  deliver(sleep: (ms: number) => Promise<void>, signal?: AbortSignal): ReturnType<typeof deliverWithRetries>;
}

/** A session of an agent whose queue rejects every prompt. */
async function withRefusal(work: (bench: Bench) => Promise<void>): Promise<void> {
  await withPlace(async ({ open, clock }) => {
    let attempts = 0;
    const queue = async () => {
      attempts += 1;
      throw new HoldfastError("not_found", "refused");
    };
    const ctx = await open({}, { agents: [{ ...codex, queue }] });
    const session = new AgentSession(ctx, clock, { agent: "codex" });
    await session.prompt("Port the reader.");
    const row = await session.row();
    const deliver: Bench["deliver"] = (sleep, signal) =>
      deliverWithRetries({ ...ctx, sleep }, row, "Hello.", signal);
    await work({ attempts: () => attempts, ending: new AbortController(), deliver });
  });
}

test("a prompt that no channel takes is tried twenty times, also without a signal", () =>
  withRefusal(async ({ attempts, ending, deliver }) => {
    const sleep = async () => {};
    await expect(deliver(sleep)).resolves.toMatchObject({ problem: expect.stringContaining("refused") });
    expect(attempts()).toBe(20);
    await deliver(sleep, ending.signal);
    expect(attempts()).toBe(40);
    expect(getEventListeners(ending.signal, "abort")).toEqual([]);
  }));

test(
  "an abort ends the pause at once, and nothing is tried afterwards",
  () =>
    withRefusal(async ({ attempts, ending, deliver }) => {
      const sleepForever = () => {
        setImmediate(() => ending.abort());
        return new Promise<void>(() => {});
      };
      const outcome = await deliver(sleepForever, ending.signal);
      expect(outcome).toMatchObject({ problem: expect.stringContaining("refused") });
      expect(attempts()).toBe(1);
      expect(getEventListeners(ending.signal, "abort")).toEqual([]);
    }),
  5_000,
);

test("nothing is tried if the signal was aborted before", () =>
  withRefusal(async ({ attempts, ending, deliver }) => {
    ending.abort();
    await expect(deliver(async () => {}, ending.signal)).resolves.toEqual({ problem: "it was canceled" });
    expect(attempts()).toBe(0);
  }));

test("an abort during an attempt is not followed by a pause", () =>
  withRefusal(async ({ attempts, ending, deliver }) => {
    let pauses = 0;
    const delivered = deliver(async () => void (pauses += 1), ending.signal);
    ending.abort();
    await delivered;
    expect([attempts(), pauses]).toEqual([1, 0]);
  }));
