import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { AgentEvent, EventOf, StartSource } from "../../src/kernel/agent/agent-event.ts";
import type { TranscriptTail } from "../../src/kernel/agent/transcript.ts";
import { type Capture, EMPTY_CAPTURE } from "../../src/kernel/capture.ts";
import { DEFAULT_CONFIG } from "../../src/kernel/config/default-config.ts";
import type { Context } from "../../src/kernel/context.ts";
import type { EventScope } from "../../src/kernel/event-handler.ts";
import type { Delivery, Session } from "../../src/kernel/record.ts";
import { deliverRecovery } from "../../src/recovery/deliver-recovery.ts";
import { sampleProject, sampleSession } from "../../src/testing/sample-records.ts";
import { memoryContext, scopeOf } from "../support/memory-context.ts";

type Begun = EventOf<"session_start" | "user_prompt_submit">;

const AT = 100_000_000;
const BASE = { id: "event-1", agent: "both", nativeSession: "native", cwd: "/home/user/app", at: AT };
const start = (source: StartSource = "startup", more: Partial<AgentEvent> = {}): Begun =>
  ({ ...BASE, kind: "session_start", source, ...more }) as Begun;
const prompt = (more: Partial<AgentEvent> = {}): Begun =>
  ({ ...BASE, kind: "user_prompt_submit", prompt: "Go on.", ...more }) as Begun;

let ctx: Context;
beforeEach(async () => {
  const client = (name: string, capabilities: object) => ({ name, capabilities, terminal: {} });
  const agents = [
    client("both", { injectAtStart: true, injectAtPrompt: true }),
    client("atStart", { injectAtStart: true, injectAtPrompt: false }),
    client("atPrompt", { injectAtStart: false, injectAtPrompt: true }),
    client("whole", { injectAtStart: true, injectAtPrompt: true, resumesFullHistory: true }),
  ] as unknown as Context["agents"];
  ({ ctx } = await memoryContext({ agents, clock: () => AT }));
  await ctx.store.ensureProject({ ...sampleProject("/home/user/app"), id: sampleSession().projectId });
});
afterEach(() => ctx.store.close());

const asked = (text: string): Capture => ({
  ...EMPTY_CAPTURE,
  goal: text,
  prompts: [{ id: "p1", channel: "typed", text, asked: null, at: 1 }],
  sentences: [{ text, at: 1, asked: null, kind: "other", worth: 0.5 }],
});
async function stored(change: Partial<Session> = {}): Promise<Session> {
  const ended = { startedAt: 1_000, lastSeenAt: AT - 600_000, endedAt: AT - 600_000, endReason: "other" };
  const session = sampleSession({ promptCount: 1, capture: asked("Build it."), ...ended, ...change });
  await ctx.store.replaceSession(session);
  return session;
}
async function deliver(event: Begun, change: Partial<Session> = {}, awaited = true) {
  const session = sampleSession({ agent: event.agent, startedAt: AT, ...change });
  const scope = scopeOf<EventScope<Begun>>({ event, session, capture: session.capture, awaited });
  const handled = await deliverRecovery.handle(ctx, scope);
  return { before: scope, ...handled };
}

describe("what a session continues", () => {
  test("is delivered at its start, and that is recorded", async () => {
    const earlier = await stored();
    const { scope, reply, effects = [] } = await deliver(start(), { incarnation: 3 });
    expect(reply).toEqual({
      context: expect.stringContaining("Latest request: Build it."),
      notice: expect.stringMatching(/^Holdfast: continuing "Build it\."/),
    });
    expect(scope.session).toMatchObject({ parentId: earlier.id, pendingRecovery: null });
    expect(scope.capture).toMatchObject({ delivered: { at: AT, compactions: 0, kept: false } });
    const [made, , delivery] = effects;
    expect(effects.map(({ type }) => type)).toEqual(["save_checkpoint", "save_session", "record_delivery"]);
    expect(delivery).toEqual({
      type: "record_delivery",
      delivery: {
        id: expect.stringMatching(/^dlv_/),
        sessionId: scope.session.id,
        incarnation: 3,
        checkpointId: made?.type === "save_checkpoint" ? made.checkpoint.id : "",
        channel: "session_start",
        chars: reply?.context?.length,
        at: AT,
      },
    });
  });

  test("is delivered with the next prompt where its start did not reach the model", async () => {
    await stored();
    const { scope, reply, effects } = await deliver(prompt(), { pendingRecovery: "startup" });
    expect(reply?.context).toContain("Latest request: Build it.");
    expect(scope.session.pendingRecovery).toBeNull();
    expect(effects?.at(-1)).toMatchObject({ delivery: { channel: "user_prompt_submit" } });
  });

  test("is marked for what it had no room for", async () => {
    const { capture } = await stored();
    const long = capture.sentences.map((each) => ({
      ...each,
      at: 0,
      text: `Never touch ${"x".repeat(1_400)}.`,
    }));
    await stored({ capture: { ...capture, sentences: [...long, ...capture.sentences] }, lastSeenAt: AT - 1 });
    const config = {
      ...DEFAULT_CONFIG,
      continuity: { ...DEFAULT_CONFIG.continuity, recoveryBudgetChars: 500, recoveryMaxChars: 500 },
    };
    ctx = { ...ctx, config };
    const [named] = await ctx.store.listSessions({ limit: 1 });
    const { scope } = await deliver(start("startup", { continues: named?.id ?? "" }));
    expect(scope.capture.sentences.map(({ leftOut }) => leftOut)).toEqual([true, undefined]);
  });

  test("is nothing, and nothing is recorded, where there is nothing", async () => {
    const { before, ...handled } = await deliver(start());
    expect(handled).toEqual({ scope: before, reply: {}, effects: [] });
  });

  test("is only a notice to the person, where the user cleared it", async () => {
    const { id } = await stored();
    const { reply, effects } = await deliver(start("clear"), { parentId: id, parentReason: "clear" });
    expect(reply).toEqual({ notice: expect.stringMatching(/^Holdfast: cleared\./) });
    expect(effects?.map(({ type }) => type)).toEqual(["save_checkpoint", "save_session"]);
  });

  test("is a matter of prompts only while one is pending", async () => {
    await stored();
    const { before, ...handled } = await deliver(prompt());
    expect(handled).toEqual({ scope: before });
  });
});

describe("a start that does not reach the model", () => {
  const pending = async (...given: Parameters<typeof deliver>) => {
    const { before, scope, reply, effects } = await deliver(...given);
    expect({ reply, effects }).toEqual({ reply: undefined, effects: undefined });
    expect(scope).toEqual({ ...before, session: { ...before.session, pendingRecovery: expect.anything() } });
    return scope.session.pendingRecovery;
  };

  beforeEach(() => stored());

  test.each<[string, Begun, boolean]>([
    ["nobody takes the reply", start(), false],
    ["the client drops what is added at a start", start("startup", { agent: "atPrompt" }), true],
    ["the client is unknown", start("startup", { agent: "unknown" }), true],
  ])("is pending where %s", async (_, event, awaited) => {
    expect(await pending(event, {}, awaited)).toBe("startup");
  });

  test("stays pending at a prompt that takes no context either", async () => {
    expect(await pending(prompt({ agent: "atStart" }), { pendingRecovery: "clear" })).toBe("clear");
  });

  test("stays pending at a prompt of a client that is unknown", async () => {
    expect(await pending(prompt({ agent: "unknown" }), { pendingRecovery: "clear" })).toBe("clear");
  });

  test.each<[StartSource, StartSource | null, StartSource]>([
    ["resume", "compact", "compact"],
    ["resume", "startup", "resume"],
    ["startup", "compact", "startup"],
    ["resume", null, "resume"],
  ])("as %s after %s is pending as %s", async (source, pendingRecovery, after) => {
    expect(await pending(start(source), { pendingRecovery }, false)).toBe(after);
  });
});

describe("what a conversation still holds", () => {
  const ARRIVED = { eventId: null, arrivedAt: AT, handler: null, reply: null };
  const own = { promptCount: 1, capture: asked("Draw it."), lastPromptAt: AT - 200_000 };
  async function delivered(change: Partial<Delivery>): Promise<string> {
    const rest = { id: "dlv_1", incarnation: 1, checkpointId: null, chars: 9, at: AT - 59_999, ...ARRIVED };
    await ctx.store.putDelivery({ ...rest, sessionId: "ses_own", channel: "session_start", ...change });
    return "ses_own";
  }
  const isDelivered = async (event: Begun, change: Partial<Session> = {}) => {
    const { scope, reply } = await deliver(event, { id: "ses_own", ...own, ...change });
    expect(scope.session.pendingRecovery).toBeNull();
    return reply?.context !== undefined;
  };

  test("is not delivered at a second start within a minute, in which nobody asked anything", async () => {
    await delivered({});
    expect(await isDelivered(start("compact"))).toBe(false);
    expect(await isDelivered(start("compact"), { lastPromptAt: null })).toBe(false);
  });

  test.each<[string, Partial<Delivery>]>([
    ["after a minute", { at: AT - 60_000 }],
    ["where it was given to another one", { sessionId: "ses_other" }],
    ["where only a debrief was delivered", { channel: "agent_stop" }],
  ])("is delivered again %s", async (_, delivery) => {
    await delivered(delivery);
    expect(await isDelivered(start("compact"))).toBe(true);
  });

  test("is delivered again after a prompt, and where the delivery did not arrive", async () => {
    await delivered({});
    expect(await isDelivered(start("compact"), { lastPromptAt: AT - 59_999 })).toBe(true);
    expect(await isDelivered(prompt(), { pendingRecovery: "compact" })).toBe(true);
  });

  test("counts by the last delivery", async () => {
    await delivered({ id: "dlv_0", at: AT - 300_000 });
    await delivered({});
    expect(await isDelivered(start("compact"))).toBe(false);
  });

  test("is not delivered where it is resumed whole, unless it was compacted meanwhile", async () => {
    expect(await isDelivered(start("resume", { agent: "whole" }))).toBe(false);
    expect(await isDelivered(start("resume", { agent: "both" }))).toBe(true);
    expect(await isDelivered(start("compact", { agent: "whole" }))).toBe(true);
    expect(await isDelivered(start("resume", { agent: "whole" }), { pendingRecovery: "compact" })).toBe(true);
    expect(await isDelivered(prompt({ agent: "whole" }), { pendingRecovery: "resume" })).toBe(false);
  });
});

describe("what is read before the store is locked", () => {
  const tail = (path: string): TranscriptTail => ({
    entries: [],
    path,
    readAt: AT,
    bytes: 10,
    tokens: null,
    use: null,
    hasMoved: false,
    isWhole: true,
  });
  /** Transcripts that are all empty, but those that are broken, and the paths of those that were asked for. */
  class Transcripts extends Map<string, Promise<TranscriptTail | undefined>> {
    readonly asked = new Set<string>();
    broken: readonly string[] = [];
    override get(path: string): Promise<TranscriptTail | undefined> {
      this.asked.add(path);
      return this.broken.includes(path) ? Promise.reject(new Error("damaged")) : Promise.resolve(tail(path));
    }
  }
  async function readBy(event: Begun, session?: Session, broken: readonly string[] = []) {
    const transcripts = new Transcripts();
    transcripts.broken = broken;
    await deliverRecovery.prepare?.(ctx, { event, session, transcripts });
    return [...transcripts.asked].toSorted();
  }

  test("is the own transcript and that of the session that it continues", async () => {
    const own = await stored({ transcriptPath: "/t/own.jsonl", agent: "both", nativeId: "native" });
    await stored({ transcriptPath: "/t/other.jsonl" });
    expect(await readBy(start("compact"), own)).toEqual(["/t/own.jsonl"]);
    const parent = await stored({ transcriptPath: "/t/parent.jsonl" });
    const cleared = { ...own, parentId: parent.id, parentReason: "clear" as const };
    expect(await readBy(start("clear"), cleared)).toEqual(["/t/own.jsonl", "/t/parent.jsonl"]);
  });

  test("is that of each session that may be offered, even if one is broken", async () => {
    const own = await stored({ transcriptPath: "/t/own.jsonl", agent: "both", nativeId: "native" });
    for (const name of ["a", "b"]) await stored({ transcriptPath: `/t/${name}.jsonl` });
    expect(await readBy(start(), own, ["/t/a.jsonl"])).toEqual(["/t/a.jsonl", "/t/b.jsonl", "/t/own.jsonl"]);
  });

  test("is that of the session which the user named", async () => {
    const named = await stored({ transcriptPath: "/t/named.jsonl", lastSeenAt: 1, endedAt: 1 });
    expect(await readBy(start("startup", { continues: named.id }))).toEqual(["/t/named.jsonl"]);
  });

  test("is nothing at a prompt with nothing pending, for which there is no time", async () => {
    const own = await stored({ transcriptPath: "/t/own.jsonl", agent: "both", nativeId: "native" });
    expect(await readBy(prompt(), own)).toEqual([]);
    expect(await readBy(prompt())).toEqual([]);
    expect(await readBy(prompt(), { ...own, pendingRecovery: "compact" })).toEqual(["/t/own.jsonl"]);
  });
});

test("a recovery may be due at starts and prompts, and has the budget that is set", () => {
  expect(deliverRecovery).toMatchObject({
    name: "deliverRecovery",
    kinds: ["session_start", "user_prompt_submit"],
  });
  const contextChars = (recoveryBudgetChars: number, recoveryMaxChars: number) => {
    const continuity = { ...DEFAULT_CONFIG.continuity, recoveryBudgetChars, recoveryMaxChars };
    return deliverRecovery.contextChars?.({ ...DEFAULT_CONFIG, continuity });
  };
  expect([contextChars(700, 900), contextChars(900, 700)]).toEqual([900, 900]);
});
