import assert from "node:assert/strict";
import { ask, leave } from "../client/person.mjs";
import { assertRecovered, recoveredText } from "../client/recovered.mjs";
import { openTerminal } from "../client/terminal.mjs";
import { doTwoTurns, FACTS, PROMPTS } from "./shop-work.mjs";

const HOPS = /** @type {const} */ ([
  { agent: "codex", composer: /Ask Codex/, todoTool: "update_plan" },
  { agent: "gemini", composer: /Type your message/, todoTool: "write_todos" },
  { agent: "opencode", composer: /Ask anything/, todoTool: "todowrite" },
]);

/** @type {import("../run-scenario.mjs").Scenario} */
export const handedOver = {
  name: "handed-over",
  says: "Claude Code hands a task over to Codex, that to Gemini, and that to OpenCode: each receives all facts, and the lineage shows it",
  async run(open) {
    const lab = await open();
    const hops = await Promise.all(
      HOPS.map(async (hop) => ({ ...hop, ...(await lab.addClient(hop.agent)) })),
    );
    const terminal = openTerminal(lab);
    await lab.holdfast("connect", "claude-code", "codex", "gemini", "opencode");
    const first = lab.start();
    await doTwoTurns(lab, first);
    await first.prompt(PROMPTS.third);
    await first.kill9();

    await terminal.open();
    let earlier = { agent: "claude-code", id: first.id };
    for (const { agent, composer, todoTool, model } of hops) {
      await terminal.run(`clear; holdfast continue ${earlier.id} --in ${agent}`);
      await terminal.until(composer);
      const request = await ask({ model }, terminal, { prompt: "Go on." });
      assertRecovered(request, FACTS);
      assert.ok(recoveredText(request).includes(todoTool), recoveredText(request));
      await leave(terminal);
      const [newest] = (await lab.json("continue")).choices;
      assert.equal(newest.agent, agent);
      lab.saw("work handed over to it", "yes", agent);
      await assertContinues(lab, newest, earlier);
      earlier = newest;
    }
  },
};

/**
 * The record of that session says which one it continues.
 * @param {import("../client/lab.mjs").Lab} lab
 * @param {{ agent: string, id: string }} session
 * @param {{ agent: string, id: string }} earlier
 */
async function assertContinues(lab, session, earlier) {
  const { checkpoints } = await lab.json("list", "--session", session.id);
  assert.notEqual(checkpoints.length, 0, `${session.agent} has no checkpoint`);
  for (const { continues } of checkpoints) {
    assert.equal(continues?.agent, earlier.agent);
    assert.equal(continues.nativeSession, earlier.id);
    assert.equal(continues.reason, "handoff");
  }
}
