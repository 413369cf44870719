import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { checkpointSkill } from "../../src/agents/checkpoint-skill.ts";
import { agents } from "../../src/agents/registry.ts";
import { save } from "../../src/place/operations/save.ts";
import { restoreHint, saveHint } from "../../src/place/skill-hints.ts";
import { AgentSession } from "../support/agent-session.ts";
import { withPlace } from "../support/test-context.ts";

/** What a person types in each client, as its documentation page says. */
const TYPED: Record<string, string | undefined> = {
  "claude-code": "/holdfast:checkpoint",
  gemini: undefined,
  codex: "$checkpoint",
  pi: "/checkpoint",
  "oh-my-pi": "/skill:checkpoint",
  opencode: "/checkpoint",
  openclaw: undefined,
};

/** Every form of the command in a text. */
function commandsIn(text: string): string[] {
  return text.match(/[/$](?:[a-z]+:)?checkpoint\b/g) ?? [];
}

describe("hints work in the client that shows them", () => {
  test.each(agents)("$name: no hint or skill names another form", (agent) => {
    const { name, terminal } = agent;
    const [here, event] = [{ agents }, { agent: name }];
    const texts = [restoreHint(here, event), saveHint(here, event), checkpointSkill(terminal)];
    const expected = TYPED[name];
    for (const text of texts) expect(new Set(commandsIn(text))).toEqual(new Set(expected ? [expected] : []));
  });

  test("without a command, a hint says what to tell the agent, which the skill knows", () => {
    const [here, event] = [{ agents }, { agent: "gemini" }];
    expect(restoreHint(here, event)).toBe('tell the agent "restore checkpoint"');
    expect(saveHint(here, event)).toBe('tell the agent "save my place"');
    for (const phrase of ['"restore checkpoint"', '"save my place"'])
      expect(checkpointSkill({})).toContain(phrase);
  });

  test.each(["claude-code", "codex", "gemini"])("%s: a saved place and its file are announced so", (agent) =>
    withPlace(async (place) => {
      const ctx = await place.open({ agent, nativeSession: "one-session" });
      const first = new AgentSession(ctx, place.clock, { agent, nativeSession: "one-session" });
      await first.start();
      mkdirSync(join(place.project, ".workflow_artifacts"));
      const saved = await save.call(ctx, { note: "finish the quoting" });
      expect(readFileSync(saved.place?.file ?? "", "utf8")).toContain(restoreHint(ctx, { agent }));
      const { notice } = await new AgentSession(ctx, place.clock, { agent }).start("clear");
      expect(notice).toContain(restoreHint(ctx, { agent }));
    }),
  );
});
