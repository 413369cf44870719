import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bytesOfFiles } from "../lib/disk.mjs";
import { installPeers } from "../lib/install-peers.mjs";
import { createSchema } from "../lib/postgres.mjs";
import { withSandbox } from "../lib/sandbox.mjs";
import { median, quantile, short } from "../lib/statistics.mjs";
import { ENGINES } from "../peers/durable-engines.mjs";

const script = fileURLToPath(new URL("../lib/durable-process.mjs", import.meta.url));
const STEPS = 1_000;
const DONE = 900;

/**
 * A run of 1,000 steps with results of 200 bytes, each durable before the next; and one that is killed in step 901 and begun
 * again in a new process. The engines take turns; medians of the rounds. Those on a server need `--postgres URL`.
 */
export function run({ postgres, rounds }) {
  return withSandbox(async ({ root }) => {
    const reason = installPeers();
    const chosen = ENGINES.filter(
      ({ id, isServer }) => (postgres || !isServer) && !(reason && id.startsWith("langgraph")),
    );
    const results = new Map(chosen.map(({ id }) => [id, []]));
    for (let round = 0; round < rounds; round++) {
      const turn = chosen.map((_, i) => chosen[(i + round) % chosen.length]);
      for (const engine of turn) {
        const folder = join(root, `${engine.id}-${round}`);
        results.get(engine.id).push(await measure(engine, folder, postgres));
      }
    }
    return report(chosen, results, [
      ...(reason ? [reason] : []),
      `load at the end ${loadavg()[0].toFixed(1)}`,
    ]);
  });
}

async function measure(engine, folder, url) {
  const whole = await inPlace(engine, { folder: `${folder}-whole`, url }, async (settings, bytes) => {
    const { opened, began, ended } = await inProcess({ ...settings, engine: engine.id });
    const gaps = began.slice(1).map(([, at], i) => at - began[i][1]);
    return {
      rate: (STEPS * 1_000) / (ended - opened),
      p99: quantile(gaps, 0.99),
      growth: median(gaps.slice(-100)) / median(gaps.slice(0, 100)),
      mib: (await bytes()) / 2 ** 20,
    };
  });
  return await inPlace(engine, { folder: `${folder}-killed`, url }, async (settings) => {
    await inProcess({ ...settings, engine: engine.id, dieAt: DONE + 1 });
    const { opened, began, started } = await inProcess({ ...settings, engine: engine.id });
    const [step, at] = began.find(([n]) => n === DONE + 1) ?? [];
    if (step === undefined) throw new Error(`${engine.name} did not go on`);
    const again = began.filter(([n]) => n <= DONE).length;
    return { ...whole, resume: at - opened, fromStart: at - started, again };
  });
}

/** A folder and, on a server, two schemas: the engine's own tables are in the second one. */
async function inPlace({ isServer }, { folder, url }, work) {
  mkdirSync(folder);
  const settings = { folder, steps: STEPS };
  const file = join(folder, "run.db");
  if (!isServer) return await work(settings, async () => bytesOfFiles(file, `${file}-wal`));
  const schemas = [await createSchema(url), await createSchema(url)];
  const [{ name: schema }, { name: dbosSchema }] = schemas;
  const bytes = async () => (await Promise.all(schemas.map((each) => each.bytes()))).reduce((a, b) => a + b);
  try {
    return await work({ ...settings, url, schema, dbosSchema }, bytes);
  } finally {
    for (const each of schemas) await each.drop();
  }
}

async function inProcess(settings) {
  const started = performance.timeOrigin + performance.now();
  const child = fork(script, [JSON.stringify(settings)], { cwd: settings.folder });
  let said;
  child.on("message", (message) => (said = message));
  const [code] = await once(child, "exit");
  if (!said || (code !== 0 && !settings.dieAt)) throw new Error(`${settings.engine} ended with ${code}`);
  return { ...said, started };
}

function report(chosen, results, notes) {
  const of = (id, key) => median((results.get(id) ?? []).map((each) => each[key]));
  const floors = { embedded: "langgraph-full", "ours-on-dbos": "dbos" };
  return {
    title: `Durable steps, ${STEPS} with results of 200 bytes, each on disk before the next (in brackets: times faster than the peer)`,
    columns: [
      "engine",
      "steps/s",
      "p99 ms",
      "last 100 / first 100",
      `resume at ${DONE}, ms`,
      "with start-up",
      "run again",
      "MiB",
    ],
    rows: chosen.map(({ id, name }) => {
      const floor = floors[id];
      const ratio = results.has(floor) ? ` (${short(of(id, "rate") / of(floor, "rate"))} x)` : "";
      const rest = ["p99", "growth", "resume", "fromStart", "again", "mib"].map((key) => short(of(id, key)));
      return [name, short(of(id, "rate")) + ratio, ...rest];
    }),
    notes,
  };
}
