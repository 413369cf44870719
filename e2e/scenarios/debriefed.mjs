import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { filesBelow } from "../client/files-below.mjs";
import { storedText } from "../client/stored-text.mjs";

const MARK = "[holdfast debrief]";
const THRESHOLD_MS = 6_000;
/** OpenCode may take longer than that for a first answer. */
const SLOW_THRESHOLD_MS = 30_000;
const FILE = "src/discount.js";
const DECISION = "Discounts are whole percents, since the shop sells no halves.";

/** @typedef {import("../client/lab.mjs").Lab} Lab */

/**
 * The same three turns with each client. A debrief makes the model be asked once more: the number of requests tells.
 * @param {"claude-code" | "gemini" | "codex" | "pi" | "oh-my-pi" | "opencode"} agent
 * @param {string} name
 * @param {"block" | "continue"} [style]
 * @param {number} [thresholdMs]
 * @returns {import("../run-scenario.mjs").Scenario}
 */
function debriefScenario(agent, name, style = "block", thresholdMs = THRESHOLD_MS) {
  return {
    name,
    says: `T1 T4 T5 T20: ${agent} (${style}): a long turn is debriefed once, captures and ends; quick ones are not`,
    async run(open) {
      const lab = await open({ agent });
      // On a crowded machine a stop that must wait too long passes, as it should.
      lab.configure({
        debrief: { enabled: true, thresholdMs, style },
        hooks: { deadlineMs: 3_000 },
      });
      await lab.holdfast("connect", agent);
      const session = lab.start();

      const quick = await turn("Say hello.", [{ text: "Hello." }]);
      assert.equal(quick.length, 1, "a quick answer was debriefed");
      const long = await turn("Give the cart a discount.", [
        { tools: [lab.tools.write(`${lab.project}/${FILE}`, "export const percent = 5;\n")] },
        { text: "The discount is written.", delayMs: thresholdMs },
        { tools: [lab.tools.own("session_digest", { decisions: [DECISION] })] },
        { text: "Noted, and nothing else is to be done." },
      ]);
      assert.equal(long.length, 4, "the long turn was not debriefed exactly once");
      assert.match(long[2], /\[holdfast debrief\][\s\S]*1\. Validate[\s\S]*2\. Capture/);
      lab.saw("debrief at the end of a turn");
      assert.ok(long[2].includes(`Changed without a passing check since: ${FILE}.`), long[2]);
      const next = await turn("Thanks.", [{ text: "Gladly." }]);
      assert.equal(next.length, 1, "the quick answer after it was debriefed");
      await session.end();
      await assertKnownToAgentOnly(lab);

      /**
       * What the model was asked in one turn.
       * @param {string} prompt @param {import("../fake-model/fake-model.mjs").ModelReply[]} replies
       */
      async function turn(prompt, replies) {
        const before = lab.model.requests.length;
        lab.model.enqueue(replies);
        await session.prompt(prompt);
        return lab.model.requests.slice(before).map(({ text }) => text);
      }
    },
  };
}

export const debriefed = debriefScenario("claude-code", "debriefed");
export const quietlyDebriefed = debriefScenario("claude-code", "quietly-debriefed", "continue");
export const geminiDebriefed = debriefScenario("gemini", "gemini-debriefed");
export const codexDebriefed = debriefScenario("codex", "codex-debriefed");
export const piDebriefed = debriefScenario("pi", "pi-debriefed");
export const ohMyPiDebriefed = debriefScenario("oh-my-pi", "oh-my-pi-debriefed");
export const opencodeDebriefed = debriefScenario(
  "opencode",
  "opencode-debriefed",
  "block",
  SLOW_THRESHOLD_MS,
);

/** The client's own transcript holds the debrief; what we keep holds what was captured and no word of ours (T3). @param {Lab} lab */
async function assertKnownToAgentOnly(lab) {
  await lab.holdfast("save");
  const stored = await storedText(lab);
  assert.ok(stored.includes(DECISION), "what the agent noted was not kept");
  assert.ok(!stored.includes(MARK), "the debrief was taken for a message");
  const said = filesBelow(lab.transcripts).map((path) => readFileSync(path, "utf8"));
  assert.ok(
    said.some((text) => text.includes(MARK)),
    "the client's transcript lacks the debrief",
  );
}
