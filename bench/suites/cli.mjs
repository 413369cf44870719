import { dist, withSandbox } from "../lib/sandbox.mjs";
import { short } from "../lib/statistics.mjs";
import { timeProcesses } from "../lib/time-processes.mjs";

/** Cold start of the command line on a small store (quality budgets, section 2). */
export function run({ runs }) {
  return withSandbox((sandbox) => {
    for (let i = 0; i < 5; i++) sandbox.holdfast("save", "--name", `point-${i}`);
    const cli = (...args) => ({
      name: `holdfast ${args.join(" ")}`,
      command: process.execPath,
      args: [dist("main.cjs"), ...args],
      env: sandbox.env,
      cwd: sandbox.project,
    });
    const cases = [
      { name: "node -e 0", command: process.execPath, args: ["-e", "0"], env: sandbox.env },
      cli("list"),
      cli("--version"),
    ];
    const rows = timeProcesses(cases, runs);
    return {
      title: "Command line, cold start (ms)",
      columns: ["case", "p50", "p99", "of node -e 0"],
      rows: rows.map((row) => [row.name, short(row.p50), short(row.p99), short(row.p50 / rows[0].p50)]),
    };
  });
}
