// A process with an engine of durable steps, forked by suites/durable.mjs: it says when the engine is open, when each step
// began (in one message, so that telling costs the steps nothing) and what came of it.
import { performance } from "node:perf_hooks";
import { ENGINES } from "../peers/durable-engines.mjs";

const { engine: id, dieAt, ...given } = JSON.parse(process.argv[2]);
const now = () => performance.timeOrigin + performance.now();
const result = "x".repeat(200);
const began = [];
let opened;

async function step(n) {
  began.push([n, now()]);
  if (n === dieAt) {
    await new Promise((resolve) => process.send({ opened, began }, resolve));
    process.kill(process.pid, "SIGKILL");
    await new Promise(() => {});
  }
  return result;
}

const engine = await ENGINES.find((each) => each.id === id).open({ ...given, step });
opened = now();
const sum = await engine.begin("run");
const ended = now();
await engine.close();
if (sum !== given.steps * result.length) throw new Error(`${id} gave ${sum}`);
await new Promise((resolve) => process.send({ opened, began, ended }, resolve));
process.exit(0);
