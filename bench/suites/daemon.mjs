import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { loadDaemon } from "../lib/daemon-load.mjs";
import { withSandbox } from "../lib/sandbox.mjs";
import { quantile, short } from "../lib/statistics.mjs";

const { DatabaseSync } = createRequire(import.meta.url)("@photostructure/sqlite");
const TICKS_PER_SECOND = 100;

/** Memory, idle CPU and load of the resident daemon, from /proc and from outside (quality budgets, section 4). */
export function run({ seconds }) {
  return withSandbox(async (sandbox) => {
    const started = performance.now();
    sandbox.holdfast("daemon", "start");
    const startMs = performance.now() - started;
    const { pid } = JSON.parse(sandbox.holdfast("daemon", "status", "--json"));
    const state = join(sandbox.env.HOME, ".local", "state", "holdfast");
    const atRest = residentMiB(pid);
    const idlePercent = await cpuPercent(pid, 10);
    const { sent, answers, pings } = await loadDaemon({ state, project: sandbox.project }, seconds);
    const lateMs = await untilDrained(state);
    const lost = sent - handled(state);
    return {
      title: `Daemon, 50 agents with 2 events/s each for ${seconds} s (${sent} events)`,
      columns: ["what", "value", "budget"],
      rows: [
        ["start, until it answers (ms)", short(startMs), 1000],
        ["RSS at rest (MiB)", short(atRest), 90],
        ["idle CPU (% of a core, 10 s)", short(idlePercent), 0.2],
        ["answer to a prompt, p50 (ms)", short(quantile(answers, 0.5)), ""],
        ["answer to a prompt, p99 (ms)", short(quantile(answers, 0.99)), 30],
        ["wait for a ping, p99 (ms): the event loop's delay", short(quantile(pings, 0.99)), 50],
        ["spool empty after the last event (ms)", short(lateMs), ""],
        ["events lost", lost, 0],
        ["RSS after the load (MiB)", short(residentMiB(pid)), 90],
      ],
    };
  });
}

async function untilDrained(state) {
  const started = performance.now();
  while (readdirSync(join(state, "spool")).length > 0 && performance.now() - started < 30_000)
    await sleep(20);
  return performance.now() - started;
}

/** Events whose effects are stored, each counted once. */
function handled(state) {
  const database = new DatabaseSync(join(state, "holdfast.db"), { readOnly: true });
  try {
    return database.prepare("select count(*) as count from inbox").get().count;
  } finally {
    database.close();
  }
}

function residentMiB(pid) {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))[1]) / 1024;
}

async function cpuPercent(pid, seconds) {
  const before = cpuTicks(pid);
  await sleep(seconds * 1_000);
  return (100 * (cpuTicks(pid) - before)) / TICKS_PER_SECOND / seconds;
}

function cpuTicks(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return Number(fields[11]) + Number(fields[12]);
}
