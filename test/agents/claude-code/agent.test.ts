import { expect, test } from "vitest";
import { claudeCode } from "../../../src/agents/claude-code/adapter.ts";
import { agents } from "../../../src/agents/registry.ts";
import { describeAgent } from "../../../src/testing/describe-agent.ts";
import { payloads } from "./fixtures.ts";

describeAgent("claude-code", claudeCode, { payloads, sessionField: "session_id" });

test("every adapter has its own name", () => {
  expect(new Set(agents.map(({ name }) => name)).size).toBe(agents.length);
});
