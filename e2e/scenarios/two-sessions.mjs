import assert from "node:assert/strict";
import { assertRecovered, recoveredText } from "../client/recovered.mjs";

const ANN = "Translate the invoice page into Danish.";
const BEN = "Speed up the warehouse import.";

/**
 * @param {"claude-code" | "pi" | "oh-my-pi" | "opencode" | "openclaw"} agent
 * @param {string} name
 * @param {string} [clear] what a person types to begin anew in the same process
 * @returns {import("../run-scenario.mjs").Scenario}
 */
function twoSessionsScenario(agent, name, clear) {
  return {
    name,
    says: `${agent}: of two live sessions in one repository neither receives the other's state`,
    async run(open) {
      const lab = await open({ agent });
      lab.configure({ recovery: { afterClear: "record" } });
      await lab.holdfast("connect", agent);
      const ann = lab.start();
      await ann.prompt(ANN);
      const ben = lab.start();
      await ben.prompt(BEN);
      await ann.prompt("Go on.");
      if (clear) await ben.prompt(clear);
      await ben.prompt("Go on.");

      for (const request of lab.model.requests) {
        const own = request.session === ann.id ? ANN : BEN;
        const other = own === ANN ? BEN : ANN;
        assert.ok(!request.raw.includes(other), `a request of the session "${own}" holds "${other}"`);
      }
      if (clear) assertRecovered(lab.model.lastRequest(), { goal: BEN });

      await ann.kill9();
      const next = lab.start();
      await next.prompt("Hello.");
      const received = recoveredText(lab.model.lastRequest());
      assert.ok(received.includes(ANN), `the session after Ann's does not receive hers:\n${received}`);
      assert.ok(!received.includes(BEN), "the session after Ann's receives the live one's");
    },
  };
}

export const twoSessions = twoSessionsScenario("claude-code", "two-sessions", "/clear");
export const piTwoSessions = twoSessionsScenario("pi", "pi-two-sessions");
export const ohMyPiTwoSessions = twoSessionsScenario("oh-my-pi", "oh-my-pi-two-sessions");
export const opencodeTwoSessions = twoSessionsScenario("opencode", "opencode-two-sessions");
export const openclawTwoSessions = twoSessionsScenario("openclaw", "openclaw-two-sessions");
