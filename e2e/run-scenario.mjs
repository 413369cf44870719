import { inspect } from "node:util";
import { openLab } from "./client/lab.mjs";

/**
 * A scenario opens the labs it needs and throws when something is not as promised.
 * @typedef {import("./client/lab.mjs").Lab} Lab
 * @typedef {typeof openLab} OpenLab
 * @typedef {{ name: string, says: string, run: (open: OpenLab) => Promise<string | void> }} Scenario
 */

/** @type {Set<Lab>} */
const labs = new Set();

/** Runs one scenario, prints its line, and leaves no process and no folder. @param {Scenario} scenario @param {{ keep: boolean }} options */
export async function runScenario({ name, says, run }, { keep }) {
  const started = performance.now();
  /** @type {unknown} */
  let failure;
  /** @type {string | void} */
  let note = "";
  try {
    note = await run(open);
  } catch (error) {
    failure = error;
  }
  await stopAll(keep).catch((error) => {
    failure ??= error;
  });
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  console.log(
    `${failure ? "FAILED" : "ok    "}  ${name}: ${says} (${[note, `${seconds} s`].filter(Boolean).join(", ")})`,
  );
  if (failure) console.log(indent(inspect(failure)));
  return !failure;
}

/** Ends every lab that is open. */
export async function stopAll(keep = false) {
  const open = [...labs];
  labs.clear();
  await Promise.all(open.map((lab) => lab.close({ keep })));
}

/** @type {OpenLab} */
async function open(options) {
  const lab = await openLab(options);
  labs.add(lab);
  return lab;
}

/** @param {string} text */
function indent(text) {
  return text.replaceAll(/^/gm, "        ");
}
