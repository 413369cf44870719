import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { storedText } from "../client/stored-text.mjs";

const LATENCY_MS = 1_000;
const ALLOWED = 1.2;
const PROMPTS = ["Sort the cart by name.", "Sort the cart by price.", "Sort the cart by weight."];

/**
 * What befalls the daemon in a session: before it, after its first turn, after its end.
 * @typedef {import("../client/lab.mjs").Lab} Lab
 * @typedef {{ before?: () => void, afterFirst?: () => Promise<void>, afterEnd?: () => void }} Trouble
 */

/** @type {Record<string, (lab: Lab) => Trouble>} */
const TROUBLES = {
  well: () => ({}),
  down: (lab) => ({ before: () => forbidDaemon(lab) }),
  hung,
  killed: (lab) => ({ afterFirst: async () => void process.kill(await daemonPid(lab), "SIGKILL") }),
};

/** @type {import("../run-scenario.mjs").Scenario} */
export const daemonTrouble = {
  name: "daemon-trouble",
  says: `with the daemon well, down, hung or killed a turn takes at most ${ALLOWED} x its time without hooks, and nothing is lost`,
  async run(open) {
    const bare = await open({ latencyMs: LATENCY_MS });
    const floor = median(await turnTimes(bare, {}));
    const ratios = [];
    for (const [name, trouble] of Object.entries(TROUBLES)) {
      const lab = await open({ latencyMs: LATENCY_MS });
      await lab.holdfast("connect", "claude-code");
      const ratio = median(await turnTimes(lab, trouble(lab))) / floor;
      ratios.push(`${name} ${ratio.toFixed(2)} x`);
      assert.ok(ratio <= ALLOWED, `daemon ${name}: turns take ${ratio.toFixed(2)} x those without hooks`);
      const stored = await storedText(lab);
      for (const prompt of PROMPTS) assert.ok(stored.includes(prompt), `daemon ${name}: "${prompt}" is lost`);
    }
    return ratios.join(", ");
  },
};

/** Times of the turns after which the trouble has begun. @param {Lab} lab @param {Trouble} trouble */
async function turnTimes(lab, { before, afterFirst, afterEnd }) {
  before?.();
  const session = lab.start();
  const times = [];
  for (const [index, prompt] of PROMPTS.entries()) {
    lab.model.enqueue([
      { text: "Looking.", tools: [{ name: "Bash", input: { command: "ls src", description: "List" } }] },
      { text: "Sorted." },
    ]);
    times.push((await session.prompt(prompt)).ms);
    if (index === 0) await afterFirst?.();
  }
  await session.end();
  afterEnd?.();
  // The first turn holds the client's own start.
  return times.slice(1);
}

/** @param {Lab} lab */
function forbidDaemon(lab) {
  const folder = join(lab.home, ".config", "holdfast");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "config.json"), JSON.stringify({ daemon: { enabled: false } }));
}

/** Stopped, not dead: its socket accepts and nobody answers. @param {Lab} lab @returns {Trouble} */
function hung(lab) {
  let pid = 0;
  return {
    afterFirst: async () => {
      pid = await daemonPid(lab);
      process.kill(pid, "SIGSTOP");
    },
    afterEnd: () => void process.kill(pid, "SIGCONT"),
  };
}

/** @param {Lab} lab @returns {Promise<number>} */
async function daemonPid(lab) {
  const status = await lab.json("daemon", "status");
  assert.equal(typeof status.pid, "number", `no daemon is running: ${JSON.stringify(status)}`);
  return status.pid;
}

/** @param {number[]} values */
function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
