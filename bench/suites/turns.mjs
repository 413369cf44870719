import { openLab } from "../../e2e/client/lab.mjs";
import { preparePackages } from "../../e2e/prepare.mjs";
import { median, short } from "../lib/statistics.mjs";

const AGENTS = ["claude-code", "gemini", "codex", "pi", "oh-my-pi", "opencode", "openclaw"];
/** Of the fake model, for each of the four requests of a turn: real ones take longer. */
const LATENCY_MS = 1_000;

/**
 * How long a turn of each real client takes when it is connected, of one without us. The two take turns, so that whatever else the
 * machine does weighs on both; the first turn of each is not counted.
 */
export async function run({ rounds }) {
  await preparePackages();
  const rows = [];
  for (const agent of AGENTS) {
    const { bare, connected } = await timeTurns(agent, rounds);
    const ratio = short(median(connected) / median(bare));
    rows.push([agent, short(median(bare)), short(median(connected)), `${ratio} x`]);
  }
  return {
    title: `A turn of each client with four model requests of ${LATENCY_MS} ms and three commands, p50 in ms of ${rounds} turns`,
    columns: ["client", "without", "connected", "ratio"],
    rows,
  };
}

async function timeTurns(agent, rounds) {
  const labs = [];
  const begin = async (isConnected) => {
    const lab = await openLab({ agent, latencyMs: LATENCY_MS });
    labs.push(lab);
    if (isConnected) await lab.holdfast("connect", agent);
    const session = lab.start();
    await turn(lab, session, "Start.");
    return (i) => turn(lab, session, `Sort the cart by field ${i}.`);
  };
  try {
    const [bare, connected] = [await begin(false), await begin(true)];
    const times = { bare: [], connected: [] };
    for (let i = 0; i < rounds; i += 1) {
      times.bare.push(await bare(i));
      times.connected.push(await connected(i));
    }
    return times;
  } finally {
    await Promise.all(labs.map((lab) => lab.close()));
  }
}

async function turn(lab, session, prompt) {
  const look = () => ({ tools: [lab.tools.run("ls src")] });
  lab.model.enqueue([look(), look(), look(), { text: "Sorted." }]);
  return (await session.prompt(prompt)).ms;
}
