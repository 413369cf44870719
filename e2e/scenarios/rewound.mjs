import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { filesBelow } from "../client/files-below.mjs";
import { nativeId } from "../client/native-id.mjs";

export const GOAL = "who calls the parser?";
export const REPORT = "Only src/cart.js calls the parser, on line 3.";
export const EXPLORED = "exploration-output";
const SHOWN = "I look around first.";

/** @typedef {import("../client/lab.mjs").Lab} Lab */

/**
 * How a client names the calls and results in a request, and where it is resumed.
 * @typedef {{ calls(body: any): string[], results(body: any): string[], command: RegExp }} Shape
 * @type {Record<"claude-code" | "codex", Shape>}
 */
const SHAPES = {
  "claude-code": {
    calls: (body) => blocks(body, "tool_use").map(({ id }) => id),
    results: (body) => blocks(body, "tool_result").map(({ tool_use_id: id }) => id),
    command: /^claude --resume \S+$/,
  },
  codex: {
    calls: (body) => items(body, /_call$/),
    results: (body) => items(body, /_call_output$/),
    command: /^codex resume \S+ --no-daemon$/,
  },
};

/**
 * @param {"claude-code" | "codex"} agent
 * @param {string} name
 * @returns {import("../run-scenario.mjs").Scenario}
 */
function rewindScenario(agent, name) {
  return {
    name,
    says: `${agent}, W2 W12 W16 W19: a mark outlives kill -9; a stop recalls it, the rewind completes it, and the fork has the report alone`,
    async run(open) {
      const lab = await open({ agent });
      lab.configure({ rewind: { enabled: true }, hooks: { deadlineMs: 3_000 } });
      await lab.holdfast("connect", agent);
      const id = await killInExploration(lab);
      await rewindInNewProcess(lab, id);

      const forked = await lab.json("rewind");
      assert.deepEqual(forked.warnings, []);
      assert.equal(forked.goal, GOAL);
      assert.ok(
        forked.facts.some(/** @param {string} fact */ (fact) => fact.includes(EXPLORED)),
        forked.facts,
      );
      assert.match(forked.command.join(" "), SHAPES[agent].command);
      await assertForkOnTheWire(lab, { fork: forked.session, shape: SHAPES[agent] });
      lab.saw("fork at a mark");
      lab.saw("explorations collapsed by rewind", "in a fork");
      assert.equal(transcriptsOf(lab).length, 2, "the fork is no session of its own");
      assert.match(await lab.holdfast("doctor"), /conversations can be forked/);
    },
  };
}

/** The mark is set, and the client dies while it explores. @param {Lab} lab */
export async function killInExploration(lab) {
  const session = lab.start();
  lab.model.enqueue([
    { text: "Before the mark.", tools: [lab.tools.run("echo before-the-mark")] },
    { tools: [lab.tools.own("checkpoint", { goal: GOAL }), lab.tools.run("echo beside-the-mark")] },
    { text: SHOWN, tools: [lab.tools.run(`echo ${EXPLORED}`)] },
    { delayMs: 60_000, text: "Killed." },
  ]);
  session.send("Who calls the parser?");
  const marked = await lab.model.nextRequest(({ text }) => text.includes("beside-the-mark"));
  assert.match(marked.text, /Checkpoint created\./);
  assert.ok(marked.text.includes(`Goal: ${GOAL}`), marked.text);
  await lab.model.nextRequest(({ text }) => text.includes(EXPLORED));
  // The client writes its transcript a moment later: the call, and its result.
  await waitFor(
    () => filesBelow(lab.transcripts).some((path) => readFileSync(path, "utf8").split(EXPLORED).length > 2),
    "the exploration in the transcript",
  );
  await session.kill9();
  return nativeId(session);
}

/** @param {Lab} lab @param {string} id */
async function rewindInNewProcess(lab, id) {
  const session = lab.start({ resume: id });
  const before = lab.model.requests.length;
  lab.model.enqueue([
    { text: "I am done." },
    { tools: [lab.tools.own("rewind", { report: REPORT })] },
    { tools: [lab.tools.own("rewind", { report: REPORT })] },
    { text: "It is the cart." },
  ]);
  await session.prompt("Go on.");
  const [, recalled, completed, again] = lab.model.requests.slice(before).map(({ text }) => text);
  assert.match(recalled ?? "", /\[holdfast rewind\] The checkpoint "who calls the parser\?" is still open/);
  assert.match(completed ?? "", /Rewind requested\./);
  assert.match(again ?? "", /already completed; continue from the retained rewind report/);
  await session.end();
}

/** What the model reads in the fork, by its own API. @param {Lab} lab @param {{ fork: string, shape: Shape }} which */
async function assertForkOnTheWire(lab, { fork, shape }) {
  const session = lab.start({ resume: fork });
  lab.model.enqueue([{ text: "I go on." }]);
  await session.prompt("And now?");
  const { body, text } = lab.model.lastRequest();
  assert.equal(text.split(REPORT).length, 2, "the report is not there exactly once");
  assert.match(text, /What already happened, and stays so/);
  assert.ok(text.includes("before-the-mark"), "what was before the mark is gone");
  assert.ok(text.includes("beside-the-mark"), "the call beside the mark is gone");
  assert.ok(text.includes(`Checkpoint: ${GOAL}`), "the result of the mark is not neutral");
  assert.doesNotMatch(text, /then call rewind|Rewind requested|is still open/);
  const [facts = "", ...outside] = text.split("What already happened");
  assert.ok(!facts.includes(EXPLORED) && outside.length === 1, "the exploration is still there");
  assert.equal(shape.calls(body).length, 3, "not the calls up to the mark");
  assert.deepEqual(shape.results(body).toSorted(), shape.calls(body).toSorted(), "a call without its result");
  await session.end();
}

/** @param {Lab} lab */
function transcriptsOf(lab) {
  return filesBelow(lab.transcripts).filter((path) => path.endsWith(".jsonl"));
}

/** @param {() => boolean} holds @param {string} what */
async function waitFor(holds, what) {
  for (const end = Date.now() + 60_000; !seen(); await sleep(50))
    if (Date.now() > end) throw new Error(`This did not come: ${what}.`);

  function seen() {
    try {
      return holds();
    } catch {
      return false; // a file was removed meanwhile
    }
  }
}

/** @param {any} body @param {string} type @returns {any[]} */
function blocks({ messages }, type) {
  return messages
    .flatMap(/** @param {any} message */ ({ content }) => (typeof content === "string" ? [] : content))
    .filter(/** @param {any} block */ (block) => block.type === type);
}

/** @param {any} body @param {RegExp} type @returns {string[]} */
function items({ input }, type) {
  return input.flatMap(/** @param {any} item */ (item) => (type.test(item.type ?? "") ? [item.call_id] : []));
}

export const rewound = rewindScenario("claude-code", "rewound");
export const codexRewound = rewindScenario("codex", "codex-rewound");
