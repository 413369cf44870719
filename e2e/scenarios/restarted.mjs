import assert from "node:assert/strict";
import { OH_MY_PI_COMPOSER } from "../client/person.mjs";
import { openTerminal } from "../client/terminal.mjs";

const REQUEST = "Port the cart to euros.";
const ANSWER = "Half of it is ported.";

/**
 * A client in a terminal is restarted while its turn is over, and goes on by itself.
 * @param {"claude-code" | "gemini" | "codex" | "opencode" | "pi" | "oh-my-pi"} agent
 * @param {string} name
 * @param {{ args?: string[], composer: RegExp, route: string }} how
 * @returns {import("../run-scenario.mjs").Scenario}
 */
function restartScenario(agent, name, { args = [], composer, route }) {
  return {
    name,
    says: `T15 T30 T31: ${agent}: launched, restarted with its conversation, and prompted by its ${route}`,
    async run(open) {
      const lab = await open({ agent });
      const terminal = openTerminal(lab);
      await lab.holdfast("connect", agent);
      const launched = await terminal.launch(agent, args);
      await terminal.until(composer);
      lab.model.enqueue([{ text: ANSWER }]);
      await terminal.prompt(REQUEST);
      await terminal.until(ANSWER);
      const before = lab.model.requests.length;

      const restarted = await lab.json("restart", launched.session);
      assert.deepEqual([restarted.route, restarted.problem], [route, null]);
      assert.notEqual(restarted.pid, launched.pid);
      const request = await lab.model.nextRequest(({ text }) => text.includes("[holdfast restart]"), before);
      assert.ok(request.text.includes(`The latest request was: "${REQUEST}"`), request.text);
      assert.ok(request.text.includes(ANSWER), "the conversation was not resumed");
      lab.saw("prompts sent from outside", route === "queue" ? "its queue" : "typed");
      const { sessions } = await lab.json("status");
      assert.equal(sessions, 1, "the restart made another session");
    },
  };
}

export const restarted = restartScenario("claude-code", "restarted", {
  args: ["--permission-mode", "acceptEdits"],
  composer: /^❯/m,
  route: "terminal",
});
export const geminiRestarted = restartScenario("gemini", "gemini-restarted", {
  composer: /Type your message/,
  route: "terminal",
});
export const codexRestarted = restartScenario("codex", "codex-restarted", {
  composer: /Ask Codex/,
  route: "queue",
});
export const opencodeRestarted = restartScenario("opencode", "opencode-restarted", {
  composer: /Ask anything/,
  route: "terminal",
});
export const piRestarted = restartScenario("pi", "pi-restarted", {
  composer: /fake-1\s*$/m,
  route: "terminal",
});
export const ohMyPiRestarted = restartScenario("oh-my-pi", "oh-my-pi-restarted", {
  composer: OH_MY_PI_COMPOSER,
  route: "terminal",
});
