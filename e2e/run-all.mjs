import { runScenario } from "./run-scenario.mjs";

/** @typedef {import("./run-scenario.mjs").Scenario} Scenario */

/**
 * Runs scenarios side by side, then those that measure time one by one.
 *
 * `retry` gives a failed scenario one more try with the machine to itself, and names it: a busy machine in CI refuses no
 * change, and a scenario that needs it often is still seen. Without it the first failure counts.
 * @param {Scenario[]} scenarios @param {{ lanes: number, keep: boolean, retry: boolean, update: boolean }} options
 */
export async function runAll(scenarios, { lanes, keep, retry, update }) {
  /** @type {Scenario[]} */
  const failed = [];
  /** @param {Scenario} scenario */
  const run = async (scenario) => {
    if (!(await runScenario(scenario, { keep, update }))) failed.push(scenario);
  };
  const together = scenarios.filter((each) => !each.alone);
  await inLanes(together, lanes, run);
  await inLanes(
    scenarios.filter((each) => each.alone),
    1,
    run,
  );
  const again = retry ? failed.splice(0) : [];
  if (again.length > 0) console.log(`once more, alone: ${namesOf(again).join(", ")}`);
  await inLanes(again, 1, run);
  return {
    passed: scenarios.length - failed.length,
    failed: namesOf(failed),
    again: namesOf(again.filter((each) => !failed.includes(each))),
  };
}

/** @param {Scenario[]} scenarios @param {number} lanes @param {(scenario: Scenario) => Promise<void>} run */
async function inLanes(scenarios, lanes, run) {
  const waiting = [...scenarios];
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await run(next);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

/** @param {Scenario[]} scenarios */
function namesOf(scenarios) {
  return scenarios.map((scenario) => scenario.name);
}
