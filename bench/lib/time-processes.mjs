import { spawnSync } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { performance } from "node:perf_hooks";
import { median, quantile } from "./statistics.mjs";

/**
 * Times whole processes, taking turns (A B C, B C A, …) so that a slow moment of the machine meets all of them.
 * Each case is `{ name, command, args, env?, stdin?, before?, ok? }`; milliseconds by case. The first turn is warm-up.
 */
export function timeProcesses(cases, runs) {
  const times = cases.map(() => []);
  for (let turn = -2; turn < runs; turn++) {
    for (let i = 0; i < cases.length; i++) {
      const at = (i + turn + 2) % cases.length;
      const elapsed = timeOnce(cases[at]);
      if (turn >= 0) times[at].push(elapsed);
    }
  }
  return cases.map(({ name }, i) => ({ name, p50: median(times[i]), p99: quantile(times[i], 0.99) }));
}

function timeOnce({ name, command, args, env, cwd, stdin, before }) {
  before?.();
  const input = stdin ? openSync(stdin, "r") : "ignore";
  const started = performance.now();
  const { status, error } = spawnSync(command, args, { env, cwd, stdio: [input, "ignore", "ignore"] });
  const elapsed = performance.now() - started;
  if (stdin) closeSync(input);
  if (error ?? status !== 0) throw new Error(`${name} failed: ${error?.message ?? `exit ${status}`}`);
  return elapsed;
}
