import { describe, expect, test } from "vitest";
import type { EventOf } from "../../src/kernel/agent/agent-event.ts";
import { EMPTY_CAPTURE } from "../../src/kernel/capture.ts";
import type { SessionSummary } from "../../src/kernel/record.ts";
import type { Statement } from "../../src/kernel/statement.ts";
import { createRedactor } from "../../src/redact/create-redactor.ts";
import { countEvent } from "../../src/sessions/count-event.ts";
import { sampleSession } from "../../src/testing/sample-records.ts";

const AT = 100_000;
const base = { id: "event-1", agent: "claude-code", nativeSession: "native", cwd: "/app", at: AT };
type Counted = Parameters<typeof countEvent.handle>[1]["event"];

async function count(event: Counted, change: Partial<SessionSummary> = {}, prompts: Statement[] = []) {
  const ctx = { redactor: createRedactor() } as unknown as Parameters<typeof countEvent.handle>[0];
  const scope = { event, session: sampleSession(change), capture: { ...EMPTY_CAPTURE, prompts } };
  const { scope: after } = await countEvent.handle(ctx, scope as never, undefined as never);
  return after.session;
}

const prompt = (text: string, more: Partial<EventOf<"user_prompt_submit">> = {}): Counted => ({
  ...base,
  kind: "user_prompt_submit",
  prompt: text,
  ...more,
});
const toolUse: Counted = { ...base, kind: "tool_use", facts: [] };
const end = (reason: string): Counted => ({ ...base, kind: "session_end", reason });

const lastTurn = {
  promptCount: 4,
  promptsSinceCheckpoint: 2,
  lastPromptAt: 7,
  firstToolUseAt: 8,
};

describe("a person's prompt", () => {
  test("begins a turn", async () => {
    expect(await count(prompt("Go."), lastTurn)).toMatchObject({
      promptCount: 5,
      promptsSinceCheckpoint: 3,
      lastPromptAt: AT,
      firstToolUseAt: null,
    });
  });

  test.each([
    ["our own text", "<holdfast-debrief> …", {}],
    ["our own text after white space", "\n [holdfast] …", {}],
    ["only white space", " \n", {}],
    ["a text of the client", "A task has ended.", { fromClient: true }],
  ])("T22: %s does not count as one", async (_what, text, more) => {
    expect(await count(prompt(text, more), lastTurn)).toMatchObject(lastTurn);
  });

  test("begins a turn but is not counted again if the transcript already provided it", async () => {
    const known = { id: "p1", channel: "typed", text: "Go on.", asked: null, at: AT - 1_000 } as Statement;
    const late = await count(prompt("Go on."), lastTurn, [known]);
    expect(late).toMatchObject({ promptCount: 4, promptsSinceCheckpoint: 2, lastPromptAt: AT });
    expect(await count(prompt("Go away."), lastTurn, [known])).toMatchObject({ promptCount: 5 });
    const named = await count(prompt("Go on.", { promptId: "p1" }), lastTurn, [{ ...known, at: 1 }]);
    expect(named.promptCount).toBe(4);
  });

  test("with a secret is the one that the transcript provided without it", async () => {
    const text = "Connect with password=Tr0ub4dor&3-horse and go on.";
    const known = {
      id: "p1",
      channel: "typed",
      text: createRedactor().text(text),
      asked: null,
      at: 1,
    } as Statement;
    expect(known.text).not.toBe(text);
    expect((await count(prompt(text, { promptId: "p1" }), lastTurn, [known])).promptCount).toBe(4);
  });
});

describe("a tool call", () => {
  test("T14: sets the time of the first one in its turn", async () => {
    expect((await count(toolUse)).firstToolUseAt).toBe(AT);
    expect((await count(toolUse, { firstToolUseAt: 8 })).firstToolUseAt).toBe(8);
  });
});

describe("the end of a session", () => {
  test("keeps the first time and reason, redacted", async () => {
    expect(await count(end("exit"))).toMatchObject({ endedAt: AT, endReason: "exit" });
    expect(await count(end("exit"), { endedAt: 5, endReason: "crash" })).toMatchObject({
      endedAt: 5,
      endReason: "crash",
    });
    const { endReason } = await count(end("password=Tr0ub4dor&3-horse"));
    expect(endReason).not.toContain("Tr0ub4dor");
    expect(endReason).toMatch(/^password=/);
  });
});
