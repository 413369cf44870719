import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export const editedBetweenTurns = scenario("claude-code", "edited-between-turns", "");
export const codexEditedBetweenTurns = scenario("codex", "codex-edited-between-turns", "Codex CLI: ");
export const geminiEditedBetweenTurns = scenario("gemini", "gemini-edited-between-turns", "Gemini CLI: ");
export const opencodeEditedBetweenTurns = scenario("opencode", "opencode-edited-between-turns", "OpenCode: ");
export const piEditedBetweenTurns = scenario("pi", "pi-edited-between-turns", "pi: ");
export const ohMyPiEditedBetweenTurns = scenario("oh-my-pi", "oh-my-pi-edited-between-turns", "oh-my-pi: ");
export const openclawEditedBetweenTurns = scenario("openclaw", "openclaw-edited-between-turns", "OpenClaw: ");

/** So that capturing them takes longer than a model that answers immediately, and much less than a hook waits. */
const FILES = 100;

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
      mkdirSync(join(lab.project, "many"));
      writeMany(lab.project, "as it was");
      const file = join(lab.project, "src/cart.js");
      await lab.holdfast("connect", agent);
      const session = lab.start();
      await session.prompt("Look at the shop.");
      // So that they all have to be read again.
      writeMany(lab.project, "by hand");
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

/** @param {string} project @param {string} text */
function writeMany(project, text) {
  for (let index = 0; index < FILES; index++)
    writeFileSync(join(project, `many/${index}.txt`), `${text} ${index}\n`);
}
