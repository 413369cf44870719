import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const CHECK = "node checks/prices.mjs";
const BROKEN = "node checks/weights.mjs";
const RULES = { rules: [{ files: ["src/**/*.js"], evidence: CHECK }] };

/**
 * @param {"claude-code" | "gemini" | "codex"} agent
 * @param {string} name
 * @returns {import("../run-scenario.mjs").Scenario}
 */
function rulesScenario(agent, name) {
  return {
    name,
    says: `${agent}: what the client's own transcript tells is evidence: silent after a passed check, else it is named`,
    async run(open) {
      const lab = await open({ agent });
      lab.configure({ debrief: { enabled: true, thresholdMs: 0 }, hooks: { deadlineMs: 3_000 } });
      writeFileSync(join(lab.project, ".holdfast.json"), JSON.stringify({ debrief: RULES }));
      mkdirSync(join(lab.project, "checks"));
      writeFileSync(join(lab.project, "checks", "prices.mjs"), "console.log('well');\n");
      await lab.holdfast("connect", agent);
      const session = lab.start();
      const { write, run } = lab.tools;
      /** @param {string} file */
      const change = (file) => write(join(lab.project, "src", file), "export const cents = 5;\n");

      const kept = await turn([[change("one.js")], [run(CHECK)]]);
      assert.equal(kept.length, 3, `a turn with its check passed was debriefed:\n${kept.at(-1)}`);
      const unchecked = await turn([[run(CHECK)], [change("two.js")]]);
      const missing = `Changed without \`${CHECK}\` passing since: src/two.js.`;
      assert.ok((unchecked.at(-1) ?? "").includes(missing), unchecked.at(-1) ?? "");
      const failed = await turn([[run(BROKEN)]]);
      assert.ok((failed.at(-1) ?? "").includes(`Still failing: \`${BROKEN}\`.`), failed.at(-1) ?? "");

      /**
       * What the model was asked in a turn that uses these tools and then ends.
       * @param {import("../fake-model/fake-model.mjs").ToolUse[][]} steps
       */
      async function turn(steps) {
        const before = lab.model.requests.length;
        lab.model.enqueue([...steps.map((tools) => ({ tools })), { text: "Done." }]);
        await session.prompt("Go on.");
        return lab.model.requests.slice(before).map(({ text }) => text);
      }
    },
  };
}

export const rulesKept = rulesScenario("claude-code", "rules-kept");
export const geminiRules = rulesScenario("gemini", "gemini-rules");
export const codexRules = rulesScenario("codex", "codex-rules");
