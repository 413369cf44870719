import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { filesBelow } from "../client/files-below.mjs";

const GOAL = "who calls the parser?";
const REPORT = "Only src/cart.js calls the parser, on line 3.";
const EXPLORED = "exploration-output";
const SHOWN = "I look around first.";

/** @typedef {import("../client/lab.mjs").Lab} Lab */

/** @type {import("../run-scenario.mjs").Scenario} */
export const rewound = {
  name: "rewound",
  says: "W2 W12 W16 W19: a mark outlives kill -9; a stop recalls it, the rewind completes it, and the fork has the report alone",
  async run(open) {
    const lab = await open();
    lab.configure({ rewind: { enabled: true }, hooks: { deadlineMs: 5_000 } });
    await lab.holdfast("connect", "claude-code");
    const first = lab.start();

    lab.model.enqueue([
      { text: "Before the mark.", tools: [lab.tools.run("echo before-the-mark")] },
      { tools: [lab.tools.own("checkpoint", { goal: GOAL }), lab.tools.run("echo beside-the-mark")] },
      { text: SHOWN, tools: [lab.tools.run(`echo ${EXPLORED}`)] },
      { delayMs: 60_000, text: "Killed." },
    ]);
    first.send("Who calls the parser?");
    const marked = await lab.model.nextRequest(({ text }) => text.includes("Checkpoint created."));
    assert.match(marked.text, new RegExp(`Goal: ${GOAL.replace("?", "\\?")}`));
    await lab.model.nextRequest(({ text }) => text.includes(EXPLORED));
    // The client writes its transcript a moment later.
    await waitFor(() =>
      transcriptsOf(lab).some((path) => readFileSync(path, "utf8").split(EXPLORED).length > 2),
    );
    await first.kill9();

    const second = lab.start({ args: ["--resume", first.id] });
    const before = lab.model.requests.length;
    lab.model.enqueue([
      { text: "I am done." },
      { tools: [lab.tools.own("rewind", { report: REPORT })] },
      { tools: [lab.tools.own("rewind", { report: REPORT })] },
      { text: "It is the cart." },
    ]);
    await second.prompt("Go on.");
    const [, recalled, completed, again] = lab.model.requests.slice(before).map(({ text }) => text);
    assert.match(recalled ?? "", /\[holdfast rewind\] The checkpoint "who calls the parser\?" is still open/);
    assert.match(completed ?? "", /Rewind requested\./);
    assert.match(again ?? "", /already completed; continue from the retained rewind report/);
    await second.end();

    const forked = await lab.json("rewind");
    assert.deepEqual(forked.warnings, []);
    assert.equal(forked.goal, GOAL);
    assert.ok(
      forked.facts.some(/** @param {string} fact */ (fact) => fact.includes(EXPLORED)),
      forked.facts,
    );
    await assertForkOnTheWire(lab, forked.command);
    assert.equal(transcriptsOf(lab).length, 2, "the fork is no session of its own");
    assert.match(await lab.holdfast("doctor"), /conversations can be forked/);
  },
};

/** @param {Lab} lab */
function transcriptsOf(lab) {
  return filesBelow(lab.transcripts).filter((path) => path.endsWith(".jsonl"));
}

/** @param {() => boolean} holds */
async function waitFor(holds) {
  for (const end = performance.now() + 10_000; !holds() && performance.now() < end; ) await sleep(50);
}

/** What the model reads in the fork, by its own API. @param {Lab} lab @param {string[]} command */
async function assertForkOnTheWire(lab, command) {
  assert.deepEqual(command.slice(0, 2), ["claude", "--resume"]);
  const fork = lab.start({ args: command.slice(1) });
  lab.model.enqueue([{ text: "I go on." }]);
  await fork.prompt("And now?");
  const { body, text } = lab.model.lastRequest();
  assert.equal(text.split(REPORT).length, 2, "the report is not there exactly once");
  assert.match(text, /What already happened, and stays so/);
  assert.ok(text.includes("before-the-mark"), "what was before the mark is gone");
  assert.ok(text.includes("beside-the-mark"), "the call beside the mark is gone");
  assert.ok(text.includes(`Checkpoint: ${GOAL}`), "the result of the mark is not neutral");
  assert.doesNotMatch(text, /then call rewind|Rewind requested|is still open/);
  const [facts = "", ...outside] = text.split("What already happened");
  assert.ok(!facts.includes(EXPLORED) && outside.length === 1, "the exploration is still there");
  assert.deepEqual(orphans(body.messages), []);
  await fork.end();
}

/** Calls without a result and results without a call. @param {any[]} messages */
function orphans(messages) {
  const blocks = messages.flatMap(({ content }) => (typeof content === "string" ? [] : content));
  const ids = (/** @type {string} */ type, /** @type {string} */ field) =>
    blocks.flatMap((block) => (block.type === type ? [block[field]] : []));
  const calls = ids("tool_use", "id");
  const results = ids("tool_result", "tool_use_id");
  return [...calls.filter((id) => !results.includes(id)), ...results.filter((id) => !calls.includes(id))];
}
