import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

export const editedBetweenTurns = scenario("claude-code", "edited-between-turns", "");
export const codexEditedBetweenTurns = scenario("codex", "codex-edited-between-turns", "Codex CLI: ");
export const geminiEditedBetweenTurns = scenario("gemini", "gemini-edited-between-turns", "Gemini CLI: ");
export const opencodeEditedBetweenTurns = scenario("opencode", "opencode-edited-between-turns", "OpenCode: ");
export const piEditedBetweenTurns = scenario("pi", "pi-edited-between-turns", "pi: ");
export const ohMyPiEditedBetweenTurns = scenario("oh-my-pi", "oh-my-pi-edited-between-turns", "oh-my-pi: ");
export const openclawEditedBetweenTurns = scenario("openclaw", "openclaw-edited-between-turns", "OpenClaw: ");

/** Makes git slow where it captures files, and only there: longer than a model that answers immediately takes. */
const SLOW_GIT = `#!/bin/sh
[ -z "$GIT_INDEX_FILE" ] || sleep 0.3
PATH=\${PATH#*:} exec git "$@"
`;

/**
 * @param {"claude-code" | "gemini" | "codex" | "pi" | "oh-my-pi" | "opencode" | "openclaw"} agent
 * @param {string} name
 * @param {string} where
 * @returns {import("../run-scenario.mjs").Scenario}
 */
function scenario(agent, name, where) {
  return {
    name,
    says: `${where}what a person wrote between two turns comes back, although the agent's first call overwrote it`,
    async run(open) {
      const lab = await open({ agent });
      const programs = join(lab.home, "slow");
      mkdirSync(programs);
      writeFileSync(join(programs, "git"), SLOW_GIT, { mode: 0o755 });
      lab.env.PATH = `${programs}:${lab.env.PATH}`;
      const file = join(lab.project, "src/cart.js");
      await lab.holdfast("connect", agent);
      const session = lab.start();
      await session.prompt("Look at the shop.");
      // Otherwise the end of the first turn would be captured with the person's text.
      const requests = join(lab.state, "snapshots", "requests");
      while (readdirSync(requests).length > 0) await sleep(50);
      writeFileSync(file, "// written by hand\n");

      const before = lab.model.requests.length;
      lab.model.enqueue([
        { tools: [lab.tools.run("printf '// overwritten' > src/cart.js")] },
        { text: "Never said.", delayMs: 60_000 },
      ]);
      session.send("Clean up.");
      await lab.model.nextRequest(() => readFileSync(file, "utf8") === "// overwritten", before + 1);
      await session.kill9();

      const restored = await lab.holdfast("restore", "2", "--yes");
      assert.equal(readFileSync(file, "utf8"), "// written by hand\n", restored);
    },
  };
}
