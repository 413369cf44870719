// Ratios to floors and peers, taken in one run on the same work; medians. The machine is named, the durability too.
//   npm run bench -- [--only hooks|busy|clients|turns|store|cli|picker|page|snapshots|transfer|daemon|rewind|durable|scale[,…]] [--json FILE] [--runs N] [--steps N] [--seconds N] [--rounds N] [--postgres URL] [--rows N] [--files N,N]
import { writeFileSync } from "node:fs";
import os from "node:os";
import { readArguments } from "./lib/read-arguments.mjs";
import { table } from "./lib/table.mjs";

const SUITES = [
  "hooks",
  "busy",
  "clients",
  "turns",
  "cli",
  "picker",
  "page",
  "snapshots",
  "transfer",
  "daemon",
  "store",
  "rewind",
  "durable",
  "scale",
];
const options = readArguments(process.argv.slice(2), {
  only: "hooks,clients,cli,picker,daemon,store,rewind,durable", // busy, scale and transfer take many minutes, turns and page need what e2e installs: they are asked for
  json: "",
  runs: 40,
  steps: 1000,
  seconds: 60,
  rounds: 5,
  postgres: "",
  rows: 1_000_000,
  files: "1000,50000",
});
const report = {
  machine: {
    node: process.version,
    cpus: os.cpus().length,
    model: os.cpus()[0]?.model,
    kernel: os.release(),
  },
  suites: {},
};
const chosen = options.only.split(",");
const unknown = chosen.filter((name) => !SUITES.includes(name));
if (unknown.length > 0) throw new Error(`--only takes ${SUITES.join(", ")}; not ${unknown.join(", ")}`);

for (const name of SUITES.filter((suite) => chosen.includes(suite))) {
  const { run } = await import(`./suites/${name}.mjs`);
  const suite = await run(options);
  report.suites[name] = suite;
  console.log(`\n${suite.title}\n${table(suite.columns, suite.rows)}`);
  for (const note of suite.notes ?? []) console.log(`  ${note}`);
}
if (options.json) writeFileSync(options.json, `${JSON.stringify(report, null, 1)}\n`);
