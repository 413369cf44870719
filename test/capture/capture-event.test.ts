import { describe, expect, test } from "vitest";
import { captureEvent, foldEvent } from "../../src/capture/capture-event.ts";
import type { AgentEvent } from "../../src/kernel/agent/agent-event.ts";
import { type Capture, EMPTY_CAPTURE } from "../../src/kernel/capture.ts";
import type { Context } from "../../src/kernel/context.ts";
import type { EventScope } from "../../src/kernel/event-handler.ts";
import type { Redactor } from "../../src/kernel/ports/redactor.ts";
import { sampleSession } from "../../src/testing/sample-records.ts";

const MINUTE = 60_000;
/** Marks what passed it. */
const redactor: Redactor = {
  text: (text) => text.replaceAll("s3cret", "[REDACTED]"),
  lines: (lines) => [...lines],
  json: (value) => value,
};
const base = { id: "event-1", agent: "claude-code", nativeSession: "n", cwd: "/work", at: 500 };
const event = (more: object): AgentEvent => ({ ...base, ...more }) as AgentEvent;
const folded = (more: object) => foldEvent({ redactor }, event(more), EMPTY_CAPTURE);

describe("what an event says", () => {
  test("is a prompt, under its own id or that of the event", () => {
    const said = { kind: "user_prompt_submit", prompt: "Use s3cret." };
    expect(folded({ ...said, promptId: "p" }).prompts).toEqual([
      { id: "p", keyed: true, channel: "typed", text: "Use [REDACTED].", asked: null, at: 500 },
    ]);
    expect(folded(said).prompts[0]?.id).toBe("event-1");
    expect(folded({ ...said, fromClient: true }).prompts).toEqual([]);
  });

  test("is the last answer of a turn, if it has one", () => {
    const stop = { kind: "agent_stop", stopHookActive: false, backgroundTasks: 0 };
    expect(folded({ ...stop, lastAnswer: "It is s3cret." }).lastAnswer).toBe("It is [REDACTED].");
    for (const lastAnswer of [undefined, ""]) expect(folded({ ...stop, lastAnswer })).toEqual(EMPTY_CAPTURE);
  });

  test("is the summary of a compaction, if it has one", () => {
    const compacted = { kind: "post_compact", trigger: "auto" };
    expect(folded({ ...compacted, summary: "They use s3cret." }).summary).toEqual({
      text: "They use [REDACTED].",
      at: 500,
    });
    for (const summary of [undefined, ""]) expect(folded({ ...compacted, summary })).toEqual(EMPTY_CAPTURE);
  });

  test("is each thing that was done with a tool, in order", () => {
    const facts = [
      { type: "command_run", call: "c1", command: "login s3cret" },
      { type: "outcome", call: "c1", ok: true, text: "s3cret" },
      { type: "file_read", path: "a.ts" },
    ];
    const { commands, files } = folded({ kind: "tool_use", facts });
    expect(commands).toEqual([
      { id: "c1", command: "login [REDACTED]", ok: true, output: "[REDACTED]", at: 500 },
    ]);
    expect(files).toMatchObject([{ path: "/work/a.ts", at: 500 }]);
  });

  test.each([
    { kind: "session_start", source: "startup" },
    { kind: "session_end", reason: "other" },
    { kind: "pre_compact", trigger: "auto", summary: "They build it." },
    { kind: "subagent", phase: "start", subagent: "x", lastAnswer: "Done." },
    { kind: "notification", message: "Waiting." },
  ])("is nothing that is not in the transcript: %j", (more) => {
    expect(folded(more)).toEqual(EMPTY_CAPTURE);
  });
});

describe("the time of work", () => {
  async function handled(more: object, capture: Partial<Capture>) {
    const before = { ...EMPTY_CAPTURE, ...capture };
    const scope = { event: event(more), capture: before, session: sampleSession() } as unknown as EventScope;
    const { scope: after } = await captureEvent.handle({ redactor } as Context, scope);
    expect(after).toEqual({ ...scope, capture: after.capture });
    const { lastActiveAt, activeMs } = after.capture;
    return { lastActiveAt, activeMs };
  }
  const used = (at: number) => ({ kind: "tool_use", facts: [], at });

  test("grows with each event of a turn", async () => {
    const before = { lastActiveAt: 10 * MINUTE, activeMs: 7 };
    expect(await handled(used(12 * MINUTE), before)).toEqual({
      lastActiveAt: 12 * MINUTE,
      activeMs: 2 * MINUTE + 7,
    });
  });

  test("counts ten minutes of a longer pause", async () => {
    const before = { lastActiveAt: 10 * MINUTE, activeMs: 7 };
    expect((await handled(used(20 * MINUTE), before)).activeMs).toBe(10 * MINUTE + 7);
    expect((await handled(used(90 * MINUTE), before)).activeMs).toBe(10 * MINUTE + 7);
  });

  test("begins with the first event, and anew with a prompt: before it the agent was idle", async () => {
    expect(await handled(used(MINUTE), { activeMs: 7 })).toEqual({ lastActiveAt: MINUTE, activeMs: 7 });
    const prompt = { kind: "user_prompt_submit", prompt: "Go.", at: 5 * MINUTE };
    expect(await handled(prompt, { lastActiveAt: 2 * MINUTE, activeMs: 7 })).toEqual({
      lastActiveAt: 5 * MINUTE,
      activeMs: 7,
    });
  });

  test("does not shrink when the clock is set back", async () => {
    expect(await handled(used(MINUTE), { lastActiveAt: 2 * MINUTE, activeMs: 7 })).toEqual({
      lastActiveAt: 2 * MINUTE,
      activeMs: 7,
    });
  });

  test.each([
    { kind: "session_start", source: "resume" },
    { kind: "session_end", reason: "other" },
    { kind: "notification", message: "Waiting." },
    { kind: "branch_change" },
  ])("does not grow with what is no work: %j", async (more) => {
    const before = { lastActiveAt: 10 * MINUTE, activeMs: 7 };
    expect(await handled({ ...more, at: 12 * MINUTE }, before)).toEqual(before);
  });
});
