/** @typedef {import("./run-scenario.mjs").Scenario} Scenario */

/** How the name of a scenario begins that tries with one agent what others try with others. */
const AGENT = /^(?:claude|codex|gemini|oh-my-pi|openclaw|opencode|pi)-/;

/**
 * Half of the scenarios, since all of them take longer than a change should wait: each behavior with the first agent of the
 * list, which is Claude Code where it can, and with one of the others in turn. `turn` grows with each change, so six changes
 * run everything.
 * @template {Pick<Scenario, "name">} T
 * @param {readonly T[]} scenarios @param {number} turn @returns {T[]}
 */
export function chooseScenarios(scenarios, turn) {
  const chosen = new Set();
  for (const behavior of new Set(scenarios.map(behaviorOf))) {
    const [first, ...others] = scenarios.filter((each) => behaviorOf(each) === behavior);
    chosen.add(first);
    if (others.length > 0) chosen.add(others[turn % others.length]);
  }
  return scenarios.filter((scenario) => chosen.has(scenario));
}

/** @param {Pick<Scenario, "name">} scenario */
function behaviorOf({ name }) {
  return name.replace(AGENT, "");
}
