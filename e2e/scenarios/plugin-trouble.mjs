import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { storedText } from "../client/stored-text.mjs";

const PROMPTS = ["Sort the cart by name.", "Sort the cart by price.", "Sort the cart by weight."];

/**
 * @param {"pi" | "oh-my-pi"} agent
 * @returns {import("../run-scenario.mjs").Scenario}
 */
function troubleScenario(agent) {
  return {
    name: `${agent}-trouble`,
    says: `R-H5: ${agent} works on while the daemon hangs, of which nothing is lost, and when Holdfast is gone`,
    async run(open) {
      const lab = await open({ agent });
      await lab.holdfast("connect", agent);
      const session = lab.start();
      await turn(lab, session, PROMPTS[0]);
      const { pid } = await lab.json("daemon", "status");
      // Stopped, not dead: its socket accepts and nobody answers.
      process.kill(pid, "SIGSTOP");
      for (const prompt of PROMPTS.slice(1)) await turn(lab, session, prompt);
      await session.end();
      resume(pid);
      const stored = await storedText(lab);
      for (const prompt of PROMPTS) assert.ok(stored.includes(prompt), `"${prompt}" is lost`);

      const other = lab.start();
      await turn(lab, other, "Hello.");
      rmSync(join(lab.state, "bin"), { recursive: true });
      await turn(lab, other, "Are you there?");
      await other.end();
      const last = lab.start();
      await turn(lab, last, "And now?");
      await last.end();
    },
  };
}

/** @param {import("../client/lab.mjs").Lab} lab @param {import("../client/lab.mjs").ClientSession} session @param {string} prompt */
async function turn(lab, session, prompt) {
  const answer = `Done: ${prompt}`;
  lab.model.enqueue([{ tools: [lab.tools.run("ls src")] }, { text: answer }]);
  const { result } = await session.prompt(prompt);
  assert.equal(result, answer);
}

/** @param {number} pid */
function resume(pid) {
  try {
    process.kill(pid, "SIGCONT");
  } catch {
    // A hook has had it replaced.
  }
}

export const piTrouble = troubleScenario("pi");
export const ohMyPiTrouble = troubleScenario("oh-my-pi");
