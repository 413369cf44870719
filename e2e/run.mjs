// End-to-end scenarios: the real Claude Code, a fake model on loopback, the built product.
// npm run e2e [-- --scenario name,name] [--rounds N] [--keep]
import { parseArgs } from "node:util";
import { preparePackages } from "./prepare.mjs";
import { runScenario, stopAll } from "./run-scenario.mjs";
import { SCENARIOS } from "./scenarios/all.mjs";

const { values } = parseArgs({
  options: {
    scenario: { type: "string" },
    rounds: { type: "string", default: "1" },
    keep: { type: "boolean", default: false },
  },
});

for (const signal of ["SIGINT", "SIGTERM"])
  process.once(signal, () => void stopAll().finally(() => process.exit(130)));

const chosen = choose(values.scenario);
const rounds = Number(values.rounds);
if (!Number.isInteger(rounds) || rounds < 1) throw new Error("--rounds wants a whole number from 1 on.");
await preparePackages();

let passed = 0;
let failed = 0;
for (let round = 1; round <= rounds; round++) {
  if (rounds > 1) console.log(`round ${round} of ${rounds}`);
  for (const scenario of chosen) {
    if (await runScenario(scenario, { keep: values.keep })) passed++;
    else failed++;
  }
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

/** @param {string | undefined} names */
function choose(names) {
  if (!names) return SCENARIOS;
  return names.split(",").map((name) => {
    const found = SCENARIOS.find((scenario) => scenario.name === name.trim());
    if (found) return found;
    throw new Error(`No scenario ${name}. There are: ${SCENARIOS.map((each) => each.name).join(", ")}.`);
  });
}
