import assert from "node:assert/strict";
import { ask, leave, OH_MY_PI_COMPOSER, pressOnce } from "../client/person.mjs";
import { assertRecovered, recoveredText } from "../client/recovered.mjs";
import { openTerminal } from "../client/terminal.mjs";
import { doTwoTurns, FACTS, PROMPTS } from "./shop-work.mjs";

/**
 * The todo tool is that of an agent which has one.
 * @typedef {{ agent: "claude-code" | "codex" | "gemini" | "pi" | "oh-my-pi" | "opencode", composer: RegExp, todoTool?: string,
 *   quit?: typeof leave }} Hop
 * @type {{ toOthers: Hop[], toRest: Hop[] }}
 */
const HOPS = {
  toOthers: [
    { agent: "codex", composer: /Ask Codex/, todoTool: "update_plan" },
    { agent: "gemini", composer: /Type your message/, todoTool: "write_todos" },
    { agent: "opencode", composer: /Ask anything/, todoTool: "todowrite" },
  ],
  toRest: [
    { agent: "oh-my-pi", composer: OH_MY_PI_COMPOSER, todoTool: "todo", quit: pressOnce },
    { agent: "claude-code", composer: /^❯/m },
    // The last one decides which Node.js the terminal has, and only this one needs a newer.
    { agent: "pi", composer: /fake-1\s*$/m, quit: pressOnce },
  ],
};

export const handedOver = handOverScenario("handed-over", "claude-code", HOPS.toOthers);
export const handedOn = handOverScenario("handed-on", "codex", HOPS.toRest);

/**
 * @param {string} name @param {"claude-code" | "codex"} from @param {Hop[]} to
 * @returns {import("../run-scenario.mjs").Scenario}
 */
function handOverScenario(name, from, to) {
  return {
    name,
    says: `${[from, ...to.map(({ agent }) => agent)].join(" hands a task over to ")}: each receives all facts, and the lineage shows it`,
    async run(open) {
      const lab = await open({ agent: from });
      const hops = await Promise.all(
        to.map(async (hop) => ({ ...hop, ...(await lab.addClient(hop.agent)) })),
      );
      const terminal = openTerminal(lab);
      await lab.holdfast("connect", from, ...to.map(({ agent }) => agent));
      const first = lab.start();
      await doTwoTurns(lab, first);
      await first.prompt(PROMPTS.third);
      await first.kill9();

      await terminal.open();
      let earlier = { agent: /** @type {string} */ (from), id: first.id };
      for (const { agent, composer, todoTool = "", quit = leave, model } of hops) {
        await terminal.run(`clear; holdfast continue ${earlier.id} --in ${agent}`);
        await terminal.until(composer);
        const request = await ask({ model }, terminal, { prompt: "Go on." });
        assertRecovered(request, FACTS);
        assert.ok(recoveredText(request).includes(todoTool), recoveredText(request));
        await quit(terminal);
        const [newest] = (await lab.json("continue")).choices;
        assert.equal(newest.agent, agent);
        lab.saw("work handed over to this agent", "yes", agent);
        await assertContinues(lab, newest, earlier);
        earlier = newest;
      }
    },
  };
}

/**
 * The record of that session says which one it continues.
 * @param {import("../client/lab.mjs").Lab} lab
 * @param {{ agent: string, id: string }} session
 * @param {{ agent: string, id: string }} earlier
 */
export async function assertContinues(lab, session, earlier) {
  const { checkpoints } = await lab.json("list", "--session", session.id);
  assert.notEqual(checkpoints.length, 0, `${session.agent} has no checkpoint`);
  for (const { continues } of checkpoints) {
    assert.equal(continues?.agent, earlier.agent);
    assert.equal(continues.nativeSession, earlier.id);
    assert.equal(continues.reason, "handoff");
  }
}
