import { expect, test } from "vitest";
import { pi } from "../../../src/agents/pi/adapter.ts";
import type { HookEnvelope } from "../../../src/kernel/agent/agent.ts";
import { recorded } from "./fixtures.ts";

const ENVELOPE: HookEnvelope = { id: "evt-1", event: "", at: 1, pid: 2 };
const parse = (name: string, change: object = {}) =>
  pi.parseEvent({ ...recorded(name), ...change }, ENVELOPE);

test("a command that failed, with the call's id that the session file has too", async () => {
  expect(await parse("PostToolUse.bash")).toMatchObject({
    facts: [
      { type: "command_run", call: "call_4_q0uzoc", command: "node nothere.js" },
      {
        type: "outcome",
        call: "call_4_q0uzoc",
        ok: false,
        text: expect.stringContaining("MODULE_NOT_FOUND"),
      },
    ],
  });
});

test("T5: a stop after our own continuation says so", async () => {
  expect(await parse("Stop")).toMatchObject({ stopHookActive: false, lastAnswer: "Final answer." });
  expect(await parse("Stop.continued")).toMatchObject({ stopHookActive: true });
});

test("the end of a turn that failed or was interrupted is no stop", async () => {
  expect(await parse("Stop", { hook_event_name: "StopFailure" })).toMatchObject({ kind: "turn_failure" });
});

test("what an extension sent in the person's name is not theirs", async () => {
  expect(await parse("UserPromptSubmit")).not.toHaveProperty("fromClient");
  expect(await parse("UserPromptSubmit", { from_client: true })).toMatchObject({ fromClient: true });
});

test("a skill's text is not the person's, before and after the client expands it", async () => {
  const skill = '<skill name="checkpoint" location="/x/SKILL.md">\nReferences…\n\nDo it.\n</skill>';
  expect(await parse("UserPromptSubmit", { prompt: `${skill}\n\nbefore lunch` })).toMatchObject({
    prompt: "before lunch",
  });
  expect(await parse("UserPromptSubmit", { prompt: "/skill:checkpoint before lunch" })).toMatchObject({
    prompt: "before lunch",
  });
  expect(await parse("UserPromptSubmit", { prompt: skill })).toMatchObject({ fromClient: true });
});

test("a start that a later version names otherwise counts as a startup", async () => {
  expect(await parse("SessionStart.startup", { source: "teleport" })).toMatchObject({ source: "startup" });
  expect(await parse("SessionStart.resume")).toMatchObject({ source: "resume", model: "fake-1" });
});
