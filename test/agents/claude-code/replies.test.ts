import { expect, test } from "vitest";
import { parseEvent } from "../../../src/agents/claude-code/events.ts";
import { renderReply } from "../../../src/agents/claude-code/replies.ts";
import type { Reply } from "../../../src/kernel/agent/agent-event.ts";
import { recorded } from "./fixtures.ts";

function render(name: string, reply: Reply): unknown {
  const event = parseEvent(recorded(name), { id: "e", event: "", at: 1 });
  const text = event ? renderReply(event, reply) : "no event";
  return text === "" ? "" : JSON.parse(text);
}

test("the model receives context at a session start and at a prompt", () => {
  expect(render("SessionStart.compact", { context: "C" })).toEqual({
    hookSpecificOutput: { hookEventName: "SessionStart", additionalContext: "C" },
  });
  expect(render("UserPromptSubmit", { context: "C", notice: "N" })).toEqual({
    hookSpecificOutput: { hookEventName: "UserPromptSubmit", additionalContext: "C" },
    systemMessage: "N",
  });
});

test("the model never gets more than 10,000 characters, which the client would replace by a file name", () => {
  const long = "x".repeat(10_001);
  expect(render("SessionStart.startup", { context: long })).toMatchObject({
    hookSpecificOutput: { additionalContext: expect.toSatisfy((text: string) => text.length === 10_000) },
  });
});

test("only a stop and a prompt can be blocked", () => {
  const block = { reason: "Save first." };
  for (const name of ["Stop", "UserPromptSubmit"])
    expect(render(name, { block })).toEqual({ decision: "block", reason: "Save first." });
  for (const name of ["SessionStart.startup", "PreCompact.auto", "PostToolBatch"]) {
    expect(render(name, { block })).toBe("");
  }
});

test("a quiet block continues without a problem on the screen", () => {
  expect(render("Stop", { block: { reason: "Save first.", quiet: true } })).toEqual({
    hookSpecificOutput: { hookEventName: "Stop", additionalContext: "Save first." },
  });
});

test("context at a stop is left out, because it would keep the agent going", () => {
  expect(render("Stop", { context: "C" })).toBe("");
});

test("context before a compaction becomes one line of instructions for the summary", () => {
  expect(render("PreCompact.auto", { context: "Keep:\n- the port is 4738" })).toBe(
    "Keep:\n- the port is 4738",
  );
  const printed = JSON.stringify(render("PreCompact.manual", { context: "\n".repeat(30_000) }));
  expect(printed.length).toBeLessThanOrEqual(10_000);
  expect(printed.length).toBeGreaterThan(9_000);
});

test("events whose output would only litter the history print nothing", () => {
  for (const name of ["PostCompact.auto", "SessionEnd.other", "Notification.idle_prompt"]) {
    expect(render(name, { context: "C", notice: "N" })).toBe("");
  }
});
