// Starts or resumes a run and drives it to its end:
// node workflow-run.mjs WORKFLOW_JS INDEX_JS DATABASE LOG STEPS [METHOD NTH before|after].
// Each step writes "run N" to the log when it runs, and the program writes "done N" when it has the result. With
// METHOD, the process kills itself before or after the NTH call of that store method.
import { appendFileSync, writeSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [workflows, index, file, log, steps, method, nth, moment] = process.argv.slice(2);
const { openWorkflows, workflow } = await import(pathToFileURL(workflows).href);
const { childKeys, openStore } = await import(pathToFileURL(index).href);
const say = (line) => appendFileSync(log, `${line}\n`);
const die = () => process.kill(process.pid, "SIGKILL");

const chain = workflow(
  "chain",
  async (wf) => {
    let sum = 0;
    for (let n = 1; n <= Number(steps); n++) {
      const add = () => {
        say(`run ${n}`);
        return n;
      };
      const isPhase = n % 50 === 0;
      const step = () => wf.step(`add ${n}`, add);
      sum += isPhase ? await wf.phase(`to ${n}`, step) : await step();
      say(`done ${n}`);
    }
    return sum;
  },
  { maxAttempts: 10_000 },
);

let calls = 0;
const store = await openStore({ file, childKeys });
const deadly = new Proxy(store, {
  get(target, name) {
    const own = Reflect.get(target, name);
    if (name !== method) return own;
    return async (...args) => {
      const isIt = ++calls === Number(nth);
      if (isIt && moment === "before") die();
      const result = await own(...args);
      if (isIt && moment === "after") die();
      return result;
    };
  },
});
const engine = await openWorkflows({ workflows: [chain], store: deadly, cwd: "/" });
const run = await engine.start(chain, null, { id: "the-run" });
writeSync(1, `${await run.result()}\n`);
await engine.close();
await store.close();
