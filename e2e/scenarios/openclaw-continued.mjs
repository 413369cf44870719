import assert from "node:assert/strict";
import { nativeId } from "../client/native-id.mjs";
import { assertRecovered, recoveredText } from "../client/recovered.mjs";
import { AT_SHELL, openTerminal } from "../client/terminal.mjs";
import { assertContinues } from "./handed-over.mjs";
import { doTwoTurns, FACTS, PROMPTS } from "./shop-work.mjs";

/** Its start alone takes half a minute on a busy machine. */
const LIMIT_MS = 180_000;
const OTHER = "Translate the invoice page into Danish.";

/**
 * Its screen runs no hook of ours without a gateway, so that a turn in the person's shell goes on with the work.
 * @type {import("../run-scenario.mjs").Scenario}
 */
export const openclawContinued = {
  name: "openclaw-continued",
  says: "OpenClaw: holdfast continue goes on with the session that is chosen, in its conversation or with its record",
  async run(open) {
    const lab = await open({ agent: "openclaw" });
    const terminal = openTerminal(lab);
    await lab.holdfast("connect", "openclaw");
    const first = lab.start();
    await doTwoTurns(lab, first);
    await first.prompt(PROMPTS.third);
    const id = nativeId(first);
    await first.kill9();
    const second = lab.start();
    await second.prompt(OTHER);
    await second.end();

    await terminal.open();
    const resumed = await answered(lab, terminal, `holdfast continue ${id}`, "The rounding is next.");
    assert.ok(
      Object.values(PROMPTS).every((prompt) => resumed.text.includes(prompt)),
      resumed.text,
    );
    assert.ok(!resumed.raw.includes(OTHER), "it is the other session's conversation");
    lab.saw("resumed conversations are complete");

    const fresh = await answered(lab, terminal, `holdfast continue --fresh ${id}`, "The rounding is done.");
    assertRecovered(fresh, FACTS);
    assert.ok(recoveredText(fresh).includes("chosen by the user"), recoveredText(fresh));
    lab.saw("`holdfast continue`");
  },
};

/** @type {import("../run-scenario.mjs").Scenario} */
export const openclawHanded = {
  name: "openclaw-handed",
  says: "claude-code hands a task over to openclaw, which receives all facts, and the lineage shows it",
  async run(open) {
    const lab = await open();
    const { model } = await lab.addClient("openclaw");
    const terminal = openTerminal(lab);
    await lab.holdfast("connect", "claude-code", "openclaw");
    const first = lab.start();
    await doTwoTurns(lab, first);
    await first.prompt(PROMPTS.third);
    await first.kill9();

    await terminal.open();
    const words = `holdfast continue ${first.id} --in openclaw`;
    const request = await answered({ model }, terminal, words, "The rounding is next.");
    assertRecovered(request, FACTS);
    assert.ok(recoveredText(request).includes("progress_card"), recoveredText(request));
    const [newest] = (await lab.json("continue")).choices;
    assert.equal(newest.agent, "openclaw");
    lab.saw("work handed over to this agent", "yes", "openclaw");
    await assertContinues(lab, newest, { agent: "claude-code", id: first.id });
  },
};

/**
 * Runs a line in the person's shell, and returns the request that its turn made.
 * @param {Pick<import("../client/lab.mjs").Lab, "model">} lab @param {ReturnType<typeof openTerminal>} terminal
 * @param {string} line @param {string} answer
 */
async function answered({ model }, terminal, line, answer) {
  const before = model.requests.length;
  model.enqueue([{ text: answer }]);
  await terminal.run(`clear; ${line}`);
  await terminal.until(answer, LIMIT_MS);
  await terminal.until(AT_SHELL, LIMIT_MS);
  return await model.nextRequest(({ raw }) => raw.includes("Go on."), before);
}
