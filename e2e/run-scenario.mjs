import { inspect } from "node:util";
import { openLab } from "./client/lab.mjs";
import { differences, readSeen, writeSeen } from "./seen.mjs";

/**
 * A scenario opens the labs it needs and throws when something is not as promised.
 * @typedef {import("./client/lab.mjs").Lab} Lab
 * @typedef {typeof openLab} OpenLab
 * @typedef {{ name: string, says: string, alone?: boolean, run: (open: OpenLab) => Promise<string | void> }} Scenario
 * `alone`: it measures time, so nothing else runs beside it.
 */

/** The labs of the scenarios that run now. @type {Set<Set<Lab>>} */
const running = new Set();

/**
 * Runs one scenario, prints its line, and leaves no process and no folder. It fails too where it does not see of the agents what
 * `seen.json` says, or more; `update` writes that instead.
 * @param {Scenario} scenario @param {{ keep: boolean, update: boolean }} options
 */
export async function runScenario({ name, says, run }, { keep, update }) {
  const started = performance.now();
  /** @type {unknown} */
  let failure;
  /** @type {string | void} */
  let note = "";
  /** @type {Set<Lab>} */
  const labs = new Set();
  running.add(labs);
  try {
    note = await run(async (options) => {
      const lab = await openLab(options);
      labs.add(lab);
      return lab;
    });
    checkSeen(name, labs, update);
  } catch (error) {
    failure = error;
  }
  await closeAll(labs, keep).catch((error) => {
    failure ??= error;
  });
  running.delete(labs);
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  console.log(
    `${failure ? "FAILED" : "ok    "}  ${name}: ${says} (${[note, `${seconds} s`].filter(Boolean).join(", ")})`,
  );
  if (failure) console.log(indent(inspect(failure)));
  return !failure;
}

/** @param {string} name @param {Set<Lab>} labs @param {boolean} update */
function checkSeen(name, labs, update) {
  const seen = Object.assign({}, ...[...labs].map((lab) => lab.seen));
  const all = readSeen();
  if (update) return writeSeen({ ...all, [name]: seen });
  const wrong = differences(all[name] ?? {}, seen);
  if (wrong.length > 0) throw new Error(`It is not as e2e/seen.json says: ${wrong.join("; ")}`);
}

/** Ends every lab that is open. */
export async function stopAll() {
  await Promise.all([...running].map((labs) => closeAll(labs, false)));
}

/** @param {Set<Lab>} labs @param {boolean} keep */
async function closeAll(labs, keep) {
  const open = [...labs];
  labs.clear();
  await Promise.all(open.map((lab) => lab.close({ keep })));
}

/** @param {string} text */
function indent(text) {
  return text.replaceAll(/^/gm, "        ");
}
