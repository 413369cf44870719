import { expect, test } from "vitest";
import { agents } from "../../src/agents/registry.ts";
import { isNativeId, resumeCommand } from "../../src/kernel/agent/resume-command.ts";

const HOSTILE = [
  "--dangerously-skip-permissions",
  "-c",
  "",
  "main__--local",
  "../../evil",
  "/tmp/evil.jsonl",
  "a b",
  "a\nb",
  "a;b",
  "$(id)",
  "x".repeat(201),
];

test.each(HOSTILE)("%j is never passed to an agent as the id of a session", (id) => {
  expect(isNativeId(id)).toBe(false);
  for (const { terminal } of agents)
    expect(() => resumeCommand(terminal, id, [])).toThrowError(/is not the id of a session/);
});

test.each([
  "8ae58c4e-be6b-470b-acf2-f875721bbb60",
  "ses_4f2a1b",
  "2026-11-21T12__8ae58c4e",
  "launch-ses_0a1b2c3d4e5f6g7h",
])("an agent is resumed with the id %s", (id) => {
  for (const { terminal } of agents)
    expect(resumeCommand(terminal, id, ["--model", "x"])).toEqual(terminal.resume(id, ["--model", "x"]));
});
