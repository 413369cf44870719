import { expect, test } from "vitest";
import { agents } from "../../src/agents/registry.ts";
import { describeAgent } from "../../src/testing/describe-agent.ts";
import { recordingsOf } from "./recordings.ts";

for (const adapter of agents) {
  const { payloads } = recordingsOf(adapter.name);
  describeAgent(adapter.name, adapter, { payloads, sessionField: "session_id" });
}

test("every adapter has its own name", () => {
  expect(new Set(agents.map(({ name }) => name)).size).toBe(agents.length);
});
