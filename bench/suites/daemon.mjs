import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { dist, payloadFile, withSandbox } from "../lib/sandbox.mjs";
import { short } from "../lib/statistics.mjs";

const TICKS_PER_SECOND = 100;

/** Memory and idle CPU of the resident daemon, from /proc (quality budgets, section 4). */
export function run({ runs }) {
  return withSandbox(async (sandbox) => {
    const started = performance.now();
    sandbox.holdfast("daemon", "start");
    const startMs = performance.now() - started;
    const { pid } = JSON.parse(sandbox.holdfast("daemon", "status", "--json"));
    const atRest = residentMiB(pid);
    const stdin = payloadFile(sandbox, "UserPromptSubmit", { prompt: "Add a flag. ".repeat(330) });
    const input = readFileSync(stdin);
    for (let i = 0; i < runs * 5; i++) {
      spawnSync("/bin/sh", [dist("hook.sh"), "claude-code", "UserPromptSubmit"], {
        env: sandbox.env,
        cwd: sandbox.project,
        input,
      });
    }
    const afterLoad = residentMiB(pid);
    await sleep(2_000);
    const before = cpuTicks(pid);
    await sleep(10_000);
    const idlePercent = (100 * (cpuTicks(pid) - before)) / TICKS_PER_SECOND / 10;
    return {
      title: "Daemon",
      columns: ["what", "value", "budget"],
      rows: [
        ["start, until it answers (ms)", short(startMs), 1000],
        ["RSS at rest (MiB)", short(atRest), 90],
        [`RSS after ${runs * 5} prompts (MiB)`, short(afterLoad), 90],
        ["idle CPU (% of a core, 10 s)", short(idlePercent), 0.2],
      ],
    };
  });
}

function residentMiB(pid) {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))[1]) / 1024;
}

function cpuTicks(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return Number(fields[11]) + Number(fields[12]);
}
