// Executes runs with any driver in a separate process: node dbos-run.mjs WORKFLOW_JS SETTINGS LOG RUNS [DIE_AT].
// SETTINGS is JSON as in test/workflow/conformance/subjects.ts, plus the number of `steps` per run. RUNS has the ids of
// the runs to start and wait for, separated by commas. Each step writes "run ID N" to the log. The process kills itself
// in the middle of step DIE_AT, and in step 5 it waits until the file `gate` of the settings exists, if there is one.
import { appendFileSync, existsSync, writeSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";

const [module, given, log, runs, dieAt] = process.argv.slice(2);
const library = await import(pathToFileURL(module).href);
const { openDbosWorkflows, openWorkflows } = library;
const { workflow } = await import(new URL("workflow.js", pathToFileURL(module)).href);
const { driver, steps, gate, recovery = "auto", ...settings } = JSON.parse(given);

const chain = workflow(
  "chain",
  async (wf) => {
    let sum = 0;
    for (let n = 1; n <= steps; n++)
      sum += await wf.step(`add ${n}`, async () => {
        appendFileSync(log, `run ${wf.id} ${n}\n`);
        if (n === Number(dieAt)) process.kill(process.pid, "SIGKILL");
        while (n === 5 && gate && !existsSync(gate)) await sleep(20);
        return n;
      });
    wf.decide("Ship it", "All steps are done");
    wf.todo("tell everybody", "pending");
    await wf.phase("end", () => {});
    appendFileSync(log, `end ${wf.id}\n`);
    return sum;
  },
  { recovery, version: "1" },
);

const open = driver === "dbos" ? openDbosWorkflows : openWorkflows;
const engine = await open({ ...settings, workflows: [chain] });
writeSync(1, "open\n");
const handles = await Promise.all(
  runs.split(",").map(async (id) => {
    const run = await engine.start(chain, null, { id });
    writeSync(1, `${id} ${await run.result()}\n`);
  }),
);
await engine.close();
writeSync(1, `${handles.length} done\n`);
process.exit(0);
