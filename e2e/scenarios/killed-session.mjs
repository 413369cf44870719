import { carrierOfRecord } from "../client/hook-log.mjs";
import { assertRecovered } from "../client/recovered.mjs";
import { doTwoTurns, FACTS, PROMPTS } from "./shop-work.mjs";

export const killedSession = scenario("claude-code", "killed-session", "");
export const geminiKilled = scenario("gemini", "gemini-killed", "Gemini CLI: ");
export const codexKilled = scenario("codex", "codex-killed", "Codex CLI: ");
export const piKilled = scenario("pi", "pi-killed", "pi: ");
export const ohMyPiKilled = scenario("oh-my-pi", "oh-my-pi-killed", "oh-my-pi: ");
export const opencodeKilled = scenario("opencode", "opencode-killed", "OpenCode: ");
export const openclawKilled = scenario("openclaw", "openclaw-killed", "OpenClaw: ");

/**
 * @param {"claude-code" | "gemini" | "codex" | "pi" | "oh-my-pi" | "opencode" | "openclaw"} agent
 * @param {string} name
 * @param {string} where
 * @returns {import("../run-scenario.mjs").Scenario}
 */
function scenario(agent, name, where) {
  return {
    name,
    says: `${where}kill -9 in the middle of a turn, and the next session receives what it needs`,
    async run(open) {
      const lab = await open({ agent });
      await lab.holdfast("connect", agent);
      const first = lab.start();
      await doTwoTurns(lab, first);
      const before = lab.model.requests.length;
      lab.model.enqueue([{ text: "Never said.", delayMs: 30_000 }]);
      first.send(PROMPTS.third);
      await lab.model.nextRequest(() => true, before);
      await first.kill9();

      await lab.start().prompt("Go on.");
      assertRecovered(lab.model.lastRequest(), FACTS);
      lab.saw("recovery at session start", carrierOfRecord(lab, "first prompt"));
    },
  };
}
