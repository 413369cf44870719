import assert from "node:assert/strict";
import { nativeId } from "../client/native-id.mjs";
import { recoveredText } from "../client/recovered.mjs";
import { EXPLORED, GOAL, REPORT } from "./rewound.mjs";

const SAVED = "while-exploring";

/** @typedef {import("../client/lab.mjs").Lab} Lab */

/** The client has a pair of its own for explorations: it is observed. @type {import("../run-scenario.mjs").Scenario} */
export const ohMyPiRewound = {
  name: "oh-my-pi-rewound",
  says: "oh-my-pi, W12 W15 W16 W19: what its own pair marks and rewinds is recorded with the facts, across kill -9, and ours is not offered",
  async run(open) {
    const lab = await open({ agent: "oh-my-pi" });
    lab.configure({ rewind: { enabled: true }, hooks: { deadlineMs: 3_000 } });
    await lab.holdfast("connect", "oh-my-pi");
    const id = await killInExploration(lab);
    const [mark] = await recordsOf(lab, "mark");
    assert.equal(mark?.digest, GOAL, "the mark was not kept");

    const second = lab.start({ resume: id });
    const before = lab.model.requests.length;
    lab.model.enqueue([
      { text: "I am done." },
      { tools: [{ name: "rewind", input: { report: REPORT } }] },
      { text: "It is the cart." },
    ]);
    await second.prompt("Go on.");
    assert.equal(lab.model.requests.length, before + 3, "not the client's reminder alone");
    const { raw, text } = lab.model.lastRequest();
    assert.ok(text.includes(REPORT) && !text.includes(EXPLORED), "the client did not rewind");
    assert.ok(!raw.includes("mcp__holdfast_rewind"), "our own pair is offered as well");
    await second.end();
    await assertRecorded(lab, mark.id);
    lab.saw("explorations collapsed by rewind", "by its own tools");

    await lab.start().prompt("Where were we?");
    const received = recoveredText(lab.model.lastRequest());
    assert.ok(received.includes(REPORT), `the next session does not know the report:\n${received}`);
    assert.match(await lab.holdfast("doctor"), /oh-my-pi rewinds explorations itself, and they are recorded/);
  },
};

/** @param {Lab} lab */
async function killInExploration(lab) {
  const session = lab.start();
  lab.model.enqueue([
    { text: "Before the mark.", tools: [lab.tools.run("echo before-the-mark")] },
    {
      tools: [{ name: "write", input: { path: "xd://checkpoint", content: JSON.stringify({ goal: GOAL }) } }],
    },
    { text: "I look around.", tools: [lab.tools.run(`echo ${EXPLORED}`)] },
    { tools: [lab.tools.own("checkpoint_save", { name: SAVED })] },
    { delayMs: 60_000, text: "Killed." },
  ]);
  session.send("Who calls the parser?");
  await lab.model.nextRequest(({ text }) => text.includes(EXPLORED) && text.includes(SAVED));
  await session.kill9();
  return nativeId(session);
}

/** @param {Lab} lab @param {string} mark */
async function assertRecorded(lab, mark) {
  const [rewind] = await recordsOf(lab, "rewind");
  assert.equal(rewind?.parent, mark, "the rewind does not follow its mark");
  const { state } = await lab.json("inspect", rewind.id);
  assert.equal(state.rewind.report, REPORT);
  const facts = state.rewind.facts.join("\n");
  assert.ok(
    facts.includes(EXPLORED) && facts.includes("I look around."),
    `what happened is missing:\n${facts}`,
  );
  assert.equal(state.rewind.warning, null);
  const { checkpoints } = await lab.json("list");
  const names = checkpoints.map(/** @param {any} each */ ({ name }) => name);
  assert.ok(!names.includes(SAVED), "what was saved in the exploration still counts");
}

/** @param {Lab} lab @param {string} trigger @returns {Promise<any[]>} */
async function recordsOf(lab, trigger) {
  const { checkpoints } = await lab.json("list");
  return checkpoints.filter(/** @param {any} each */ (each) => each.trigger === trigger);
}
