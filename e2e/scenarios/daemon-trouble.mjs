import assert from "node:assert/strict";
import { storedText } from "../client/stored-text.mjs";

const LATENCY_MS = 1_000;
const ALLOWED = 1.2;
const PROMPTS = ["name", "price", "weight", "color"].map((field) => `Sort the cart by ${field}.`);

/**
 * What befalls the daemon in a session: before it, after its first turn, after its end.
 * @typedef {import("../client/lab.mjs").Lab} Lab
 * @typedef {{ lab: Lab, session: import("../client/lab.mjs").ClientSession }} Running
 * @typedef {{ before?: () => void, afterFirst?: () => Promise<void>, afterEnd?: () => void }} Trouble
 */

/** @type {Record<string, (lab: Lab) => Trouble>} */
const TROUBLES = {
  well: () => ({}),
  down: (lab) => ({ before: () => lab.configure({ daemon: { enabled: false } }) }),
  hung,
  killed: (lab) => ({ afterFirst: async () => void process.kill(await daemonPid(lab), "SIGKILL") }),
};

/** @type {import("../run-scenario.mjs").Scenario} */
export const daemonTrouble = {
  name: "daemon-trouble",
  alone: true,
  says: `with the daemon well, down, hung or killed a turn takes at most ${ALLOWED} x its time without hooks, and nothing is lost`,
  async run(open) {
    const bareLab = await open({ latencyMs: LATENCY_MS });
    const bare = { lab: bareLab, session: bareLab.start() };
    await turn(bare, "Start.");
    const ratios = [];
    for (const [name, troubleOf] of Object.entries(TROUBLES)) {
      const lab = await open({ latencyMs: LATENCY_MS });
      await lab.holdfast("connect", "claude-code");
      let ratio = await compare(lab, troubleOf(lab), bare);
      // The machines are shared: measuring once more tells a busy moment from a slow hook.
      if (ratio > ALLOWED) ratio = await compare(lab, troubleOf(lab), bare);
      ratios.push(`${name} ${ratio.toFixed(2)} x`);
      const stored = await storedText(lab);
      for (const prompt of PROMPTS) assert.ok(stored.includes(prompt), `daemon ${name}: "${prompt}" is lost`);
      assert.ok(ratio <= ALLOWED, `turns are too slow: ${ratios.join(", ")}`);
    }
    return ratios.join(", ");
  },
};

/**
 * How much longer a turn takes than one of the client without hooks, as medians. The two take turns, so that whatever
 * else the machine does weighs on both.
 * @param {Lab} lab @param {Trouble} trouble @param {Running} bare
 */
async function compare(lab, { before, afterFirst, afterEnd }, bare) {
  before?.();
  const hooked = { lab, session: lab.start() };
  const [first, ...others] = PROMPTS;
  // The first turn holds the client's own start.
  await turn(hooked, first);
  await afterFirst?.();
  /** @type {{ bare: number[], hooked: number[] }} */
  const times = { bare: [], hooked: [] };
  for (const prompt of others) {
    times.bare.push(await turn(bare, prompt));
    times.hooked.push(await turn(hooked, prompt));
  }
  await hooked.session.end();
  afterEnd?.();
  return median(times.hooked) / median(times.bare);
}

/** Four requests to the model with a command between each two. @param {Running} running @param {string} prompt */
async function turn({ lab, session }, prompt) {
  const look = { name: "Bash", input: { command: "ls src", description: "List" } };
  lab.model.enqueue([{ tools: [look] }, { tools: [look] }, { tools: [look] }, { text: "Sorted." }]);
  return (await session.prompt(prompt)).ms;
}

/** Stopped, not dead: its socket accepts and nobody answers. @param {Lab} lab @returns {Trouble} */
function hung(lab) {
  let pid = 0;
  return {
    afterFirst: async () => {
      pid = await daemonPid(lab);
      process.kill(pid, "SIGSTOP");
    },
    afterEnd: () => {
      try {
        process.kill(pid, "SIGCONT");
      } catch {
        // A hook has had it replaced.
      }
    },
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
