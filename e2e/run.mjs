// End-to-end scenarios: the real coding agents, fake models on loopback, the built product.
// npm run e2e [-- --scenario name,name | --turn N] [--rounds N] [--lanes N] [--retry] [--keep] [--update]
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { chooseScenarios } from "./choose-scenarios.mjs";
import { removeEmptyFolders } from "./client/openclaw-leavings.mjs";
import { preparePackages } from "./prepare.mjs";
import { runAll } from "./run-all.mjs";
import { stopAll } from "./run-scenario.mjs";
import { SCENARIOS } from "./scenarios/all.mjs";
import { readSeen } from "./seen.mjs";

const { values } = parseArgs({
  options: {
    scenario: { type: "string" },
    // Half of the scenarios, others with each number, as in CI. See choose-scenarios.mjs.
    turn: { type: "string" },
    rounds: { type: "string", default: "1" },
    // Agents wait more than they compute; with many more, hooks miss their deadlines.
    lanes: { type: "string", default: String(1 + availableParallelism()) },
    retry: { type: "boolean", default: false },
    keep: { type: "boolean", default: false },
    // Writes to seen.json which abilities of the agents the scenarios saw.
    update: { type: "boolean", default: false },
  },
});

for (const signal of ["SIGINT", "SIGTERM"])
  process.once(signal, () => void stopAll().finally(() => process.exit(130)));
process.once("exit", removeEmptyFolders);

const chosen = values.turn ? chooseScenarios(SCENARIOS, wholeNumber("turn")) : choose(values.scenario);
const rounds = wholeNumber("rounds");
const lanes = wholeNumber("lanes");
await preparePackages();

const unknown = Object.keys(readSeen()).filter((name) => !SCENARIOS.some((each) => each.name === name));
if (unknown.length > 0) throw new Error(`seen.json names scenarios that are gone: ${unknown.join(", ")}.`);

let passed = 0;
/** @type {string[]} */
const failed = [];
/** @type {string[]} */
const again = [];
for (let round = 1; round <= rounds; round++) {
  if (rounds > 1) console.log(`round ${round} of ${rounds}`);
  const { keep, retry, update } = values;
  const result = await runAll(chosen, { lanes, keep, retry, update });
  passed += result.passed;
  failed.push(...result.failed);
  again.push(...result.again);
}
console.log(`${passed} passed, ${failed.length} failed${failed.length > 0 ? `: ${failed.join(", ")}` : ""}`);
if (again.length > 0) console.log(`Passed only when run again: ${again.join(", ")}`);
process.exitCode = failed.length > 0 ? 1 : 0;

/** @param {string | undefined} names */
function choose(names) {
  if (!names) return SCENARIOS;
  return names.split(",").map((name) => {
    const found = SCENARIOS.find((scenario) => scenario.name === name.trim());
    if (found) return found;
    throw new Error(`No scenario ${name}. There are: ${SCENARIOS.map((each) => each.name).join(", ")}.`);
  });
}

/** @param {"rounds" | "lanes" | "turn"} option */
function wholeNumber(option) {
  const number = Number(values[option]);
  if (!Number.isInteger(number) || number < 1) throw new Error(`--${option} wants a whole number from 1 on.`);
  return number;
}
