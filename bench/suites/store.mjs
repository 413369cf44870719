import { execFileSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { agentStates } from "../lib/agent-state.mjs";
import { withSandbox } from "../lib/sandbox.mjs";
import { median, quantile, short } from "../lib/statistics.mjs";

const peersFolder = fileURLToPath(new URL("..", import.meta.url));

/**
 * A state that grows by 1 KB a step, saved durably (fsync) at each, read back as the latest and by id, and listed.
 * Step is the median of the last 200 saves; every read is compared with what was saved.
 */
export function run({ steps }) {
  return withSandbox(async ({ root }) => {
    const { columns, reason } = await peerColumns();
    const ours = await import("../peers/holdfast.mjs");
    const results = [];
    for (const column of [ours.defaultDetection, ours.immutable, ...columns]) {
      results.push(await measure(column, join(root, column.name.replaceAll(/\W+/g, "-")), steps));
    }
    return report(results, steps, reason);
  });
}

async function peerColumns() {
  try {
    if (!existsSync(join(peersFolder, "node_modules", "@langchain"))) {
      execFileSync("npm", ["install", "--prefix", peersFolder, "--no-audit", "--no-fund"], {
        stdio: "ignore",
      });
    }
    return { columns: (await import("../peers/sqlite-saver.mjs")).columns };
  } catch (error) {
    return {
      columns: [],
      reason: `LangGraph SqliteSaver did not install here: ${String(error.message).split("\n")[0]}`,
    };
  }
}

async function measure(column, folder, steps) {
  const store = await column.open(folder);
  const times = [];
  let last;
  let early;
  for (const { step, state } of agentStates(steps)) {
    const started = performance.now();
    last = await store.save(state, step);
    times.push(performance.now() - started);
    if (step === Math.min(100, steps)) early = median(times.slice(-50));
    if (step === steps) await verify(store, last, state, column.name);
  }
  const recent = times.slice(-200);
  const latest = await timeReads(() => store.latest());
  const cold = await timeReads(() => (store.cold ?? store.latest)());
  const byId = await timeReads(() => store.load(last));
  const list = await timeReads(() => store.list(10));
  const bytes = ["", "-wal"].map((end) => store.file + end).filter(existsSync);
  const disk = bytes.reduce((sum, path) => sum + statSync(path).size, 0) / 2 ** 20;
  await store.close();
  return {
    name: column.name,
    early,
    step: median(recent),
    p99: quantile(recent, 0.99),
    latest,
    cold,
    byId,
    list,
    disk,
  };
}

async function verify(store, id, state, name) {
  const [loaded, latest] = [await store.load(id), await store.latest()];
  if (!isDeepStrictEqual(loaded.messages, state.messages))
    throw new Error(`${name}: read back another state`);
  if (latest.messages.length !== state.messages.length)
    throw new Error(`${name}: the latest is not the last`);
}

async function timeReads(read) {
  const times = [];
  for (let i = 0; i < 12; i++) {
    const started = performance.now();
    await read();
    times.push(performance.now() - started);
  }
  return median(times.slice(2));
}

function report(results, steps, reason) {
  const full = results.find(({ name }) => name === "SqliteSaver, FULL");
  const ratio = (key, row) => (full && row !== full ? ` (${short(full[key] / row[key])} x)` : "");
  return {
    title: `Store, ${steps} steps of 1 KB, synchronous=FULL unless named (ms; in brackets: times better than SqliteSaver at FULL)`,
    columns: [
      "store",
      "step",
      "p99",
      "step / step at 100",
      "latest",
      "latest, cold",
      "by id",
      "list 10",
      "MiB on disk",
    ],
    rows: results.map((row) => [
      row.name,
      short(row.step) + ratio("step", row),
      short(row.p99),
      short(row.step / row.early),
      short(row.latest) + ratio("latest", row),
      short(row.cold) + ratio("cold", row),
      short(row.byId) + ratio("byId", row),
      short(row.list) + ratio("list", row),
      short(row.disk) + ratio("disk", row),
    ]),
    notes: reason ? [reason] : [],
  };
}
