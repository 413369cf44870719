import assert from "node:assert/strict";
import { nativeId } from "../client/native-id.mjs";
import { MAIN } from "../client/places.mjs";

const NOTE = "Prices of the warehouse import are whole cents, without a currency.";
const OTHER = "Stay where you are.";
const NAME = "from-a-shell";

/**
 * @param {"claude-code" | "gemini" | "codex" | "pi" | "oh-my-pi" | "opencode" | "openclaw"} agent
 * @returns {import("../run-scenario.mjs").Scenario}
 */
function knownScenario(agent) {
  return {
    name: `${agent}-known`,
    says: `S38: ${agent}: a prompt receives a note of the project, a command of the model knows its session, and tokens are counted`,
    async run(open) {
      const lab = await open({ agent });
      lab.configure({ continuity: { recallAtPrompt: true } });
      await lab.holdfast("connect", agent);
      // With another live session beside it, a command must know which of them it belongs to.
      lab.model.enqueue([{ text: "Never said.", delayMs: 300_000 }], ({ text }) => text.includes(OTHER));
      lab.start().send(OTHER);
      await lab.model.nextRequest(({ text }) => text.includes(OTHER));
      const session = lab.start();
      const save = `cd src && ${process.execPath} ${MAIN} save --name ${NAME}`;
      lab.model.enqueue([{ tools: [lab.tools.run(save)] }, { text: "Saved." }]);
      await session.prompt("Save what there is.");
      await lab.holdfast("remember", NOTE);
      await session.prompt("Does the warehouse import round its prices?");
      const { text } = lab.model.lastRequest();
      assert.ok(text.includes(NOTE), `the prompt did not receive the note:\n${text}`);
      lab.saw("notes added to a prompt");
      await session.end();

      const { checkpoints } = await lab.json("list");
      const saved = checkpoints.find(/** @param {any} each */ ({ name }) => name === NAME);
      if (saved?.nativeSession === nativeId(session)) lab.saw("session id in shells");
      const { sessions } = await lab.json("cost");
      const counted = sessions.find(/** @param {any} each */ ({ id }) => id === nativeId(session));
      assert.ok(
        counted?.models.some(/** @param {any} each */ ({ output }) => output > 0),
        "no tokens counted",
      );
      lab.saw("tokens and cost");
    },
  };
}

export const claudeKnown = knownScenario("claude-code");
export const geminiKnown = knownScenario("gemini");
export const codexKnown = knownScenario("codex");
export const piKnown = knownScenario("pi");
export const ohMyPiKnown = knownScenario("oh-my-pi");
export const opencodeKnown = knownScenario("opencode");
export const openclawKnown = knownScenario("openclaw");
