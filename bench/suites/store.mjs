import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { isDeepStrictEqual } from "node:util";
import { agentStates } from "../lib/agent-state.mjs";
import { installPeers } from "../lib/install-peers.mjs";
import { withSandbox } from "../lib/sandbox.mjs";
import { median, quantile, short } from "../lib/statistics.mjs";

/**
 * A state that grows by 1 KB a step, saved durably (fsync) at each, read back as the latest and by id, and listed.
 * Step is the median of the last 200 saves; every read is compared with what was saved. With `--postgres URL` a server
 * is measured too, as durable as it is set up to be.
 */
export function run({ steps, postgres }) {
  return withSandbox(async ({ root }) => {
    const ours = await import("../peers/holdfast.mjs");
    const peers = await peerColumns(postgres);
    const mine = [...ours.columns, ...(postgres ? ours.postgresColumns(postgres) : [])];
    const results = [];
    for (const column of [...mine, ...peers.columns]) {
      results.push(await measure(column, join(root, column.name.replaceAll(/\W+/g, "-")), steps));
    }
    return report(results, steps, peers.reason);
  });
}

async function peerColumns(postgres) {
  const reason = installPeers();
  if (reason) return { columns: [], reason };
  const sqlite = await import("../peers/sqlite-saver.mjs");
  const server = postgres ? (await import("../peers/postgres-saver.mjs")).columns(postgres) : [];
  const ours = await import("../peers/holdfast-saver.mjs");
  return { columns: [...sqlite.columns, ...server, ...ours.columns] };
}

async function measure(column, folder, steps) {
  const store = await column.open(folder);
  const times = [];
  let last;
  for (const { step, state } of agentStates(steps)) {
    const started = performance.now();
    last = await store.save(state, step);
    times.push(performance.now() - started);
    if (step === steps) await verify(store, last, state, column.name);
  }
  const recent = times.slice(-200);
  const result = {
    name: column.name,
    early: median(times.slice(Math.max(0, Math.min(100, steps) - 50), Math.min(100, steps) + 50)),
    step: median(recent),
    p99: quantile(recent, 0.99),
    latest: await timeReads(() => store.latest()),
    cold: await timeReads(() => (store.cold ?? store.latest)()),
    byId: await timeReads(() => store.load(last)),
    list: await timeReads(() => store.list(10)),
    disk: (await store.bytes()) / 2 ** 20,
  };
  await store.close();
  return result;
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

/** Times better than the peer on the same kind of database: SqliteSaver at FULL, or PostgresSaver. */
function report(results, steps, reason) {
  const find = (name) => results.find((row) => row.name === name);
  const ratio = (key, row) => {
    const peer = find(/postgres/i.test(row.name) ? "PostgresSaver" : "SqliteSaver, FULL");
    return peer && row !== peer ? ` (${short(peer[key] / row[key])} x)` : "";
  };
  const measured = ["latest", "cold", "byId", "list", "disk"];
  return {
    title: `Store, ${steps} steps of 1 KB, synchronous=FULL unless named (ms; in brackets: times better than the peer's column)`,
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
      ...measured.map((key) => short(row[key]) + ratio(key, row)),
    ]),
    notes: reason ? [reason] : [],
  };
}
