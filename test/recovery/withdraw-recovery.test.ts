import { describe, expect, test } from "vitest";
import type { EventOf } from "../../src/kernel/agent/agent-event.ts";
import { type Capture, EMPTY_CAPTURE } from "../../src/kernel/capture.ts";
import { DEFAULT_CONFIG } from "../../src/kernel/config/default-config.ts";
import type { EventScope } from "../../src/kernel/event-handler.ts";
import type { Sentence } from "../../src/kernel/statement.ts";
import { withdrawRecovery, withoutRecord } from "../../src/recovery/withdraw-recovery.ts";
import { sampleSession } from "../../src/testing/sample-records.ts";
import { scopeOf } from "../support/memory-context.ts";

const NONCE = "0123456789abcdef01234567";
const ctx = { newNonce: () => NONCE } as unknown as Parameters<typeof withdrawRecovery.handle>[0];

async function prompted(capture: Partial<Capture>, awaited = true) {
  const scope = scopeOf<EventScope<EventOf<"user_prompt_submit">>>({
    event: {
      id: "event-1",
      agent: "claude-code",
      nativeSession: "native",
      cwd: "/app",
      at: 1,
      kind: "user_prompt_submit",
      prompt: "Go on.",
    },
    session: sampleSession(),
    capture: { ...EMPTY_CAPTURE, ...capture },
    awaited,
  });
  return { scope, handled: await withdrawRecovery.handle(ctx, scope) };
}

describe("an agent whose record was dismissed", () => {
  test("learns of it with the next prompt, within what it may add, and only once", async () => {
    const { scope, handled } = await prompted({ withdrawn: true });
    const context = handled.reply?.context ?? "";
    expect(context.split("\n")).toEqual([
      `<holdfast-recovery nonce="${NONCE}">`,
      "The user dismissed the record of an earlier session that you were given: it does not apply to this work. Disregard it, including its constraints and todos.",
      `</holdfast-recovery nonce="${NONCE}">`,
    ]);
    expect(context.length).toBeLessThanOrEqual(withdrawRecovery.contextChars?.(DEFAULT_CONFIG) ?? 0);
    expect(handled.scope).toEqual({ ...scope, capture: { ...scope.capture, withdrawn: false } });
  });

  test("learns of it later, while nobody takes the reply", async () => {
    const { scope, handled } = await prompted({ withdrawn: true }, false);
    expect(handled).toEqual({ scope });
  });
});

test("an agent whose record still counts hears nothing", async () => {
  const { scope, handled } = await prompted({});
  expect(handled).toEqual({ scope });
});

test("it concerns prompts only", () => {
  expect(withdrawRecovery).toMatchObject({ name: "withdrawRecovery", kinds: ["user_prompt_submit"] });
});

const sentence = (text: string, at: number): Sentence => ({
  text,
  at,
  asked: null,
  kind: "other",
  worth: 0.5,
});

test("a session without its record keeps what was said in it", () => {
  const rest = { goal: null, request: null, proposal: null, todos: [], decisions: [], files: [] };
  const capture: Capture = {
    ...EMPTY_CAPTURE,
    goal: "Draw it.",
    sentences: [sentence("Never write.", 1), sentence("Draw it.", 9)],
    inherited: { ...rest, failures: [], lastAnswer: null },
    delivered: { at: 5, compactions: 0, kept: true },
  };
  const earlier = { ...EMPTY_CAPTURE, sentences: [sentence("Never write.", 1), sentence("Build it.", 1)] };
  expect(withoutRecord(capture, earlier)).toEqual({
    ...capture,
    sentences: [sentence("Draw it.", 9)],
    inherited: null,
    delivered: null,
    withdrawn: true,
  });
});

test("a session without its record keeps a rule that was repeated in it, not one inherited as of an earlier time", () => {
  const capture = { ...EMPTY_CAPTURE, sentences: [sentence("Label it.", 1), sentence("Never write.", 9)] };
  const earlier = { ...EMPTY_CAPTURE, sentences: [sentence("Never write.", 1), sentence("Label it.", 3)] };
  expect(withoutRecord(capture, earlier).sentences).toEqual([sentence("Never write.", 9)]);
});
