import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { bytesOfFiles } from "../lib/disk.mjs";
import { fillStore, saveOne } from "../lib/many-records.mjs";
import { dist, withSandbox } from "../lib/sandbox.mjs";
import { median, quantile, short } from "../lib/statistics.mjs";

const SESSIONS = 20_000;

/**
 * A store with very many checkpoints (`--rows`) of 20,000 sessions: what a starting session asks, lists, look-ups and the
 * search of notes; then `holdfast prune`, which lets half of them go, while another process saves fifty times a second.
 */
export function run({ rows }) {
  return withSandbox(async ({ env, project }) => {
    const { childKeys, loadState, openStore } = await import("../../dist/index.js");
    const file = join(env.HOME, ".local/state/holdfast/holdfast.db");
    const store = await openStore({ file, childKeys });
    const now = Date.now();
    const began = performance.now();
    const made = await fillStore(store, { checkpoints: rows, sessions: SESSIONS, now });
    const filled = performance.now() - began;
    const load = (root) => loadState(root, (keys) => store.getNodes(keys));
    const cases = questions(store, made, { load, now });
    const results = [];
    for (const [name, ask] of cases) results.push({ name, ...(await timeEach(ask)) });
    const pruned = await pruneUnderLoad(store, { file, env, project, now });
    await store.close();
    return report(results, { rows, filled, ...pruned });
  });
}

function questions(store, { ids, session, project }, { load, now }) {
  const someSession = (i) => SESSIONS - 1 - ((i * 7) % 2_000);
  return [
    [
      "recovery look-up: session, candidates of the project, newest checkpoint and its state",
      async (i) => {
        await store.findSession("claude-code", `native-${someSession(i)}`);
        const filter = { projectId: project(i), seenSince: now - 4 * 3_600_000, limit: 50 };
        const [earlier] = await store.listSessions(filter);
        const sessionId = earlier?.id ?? session(someSession(i));
        const [newest] = await store.listCheckpoints({ sessionId, limit: 1 });
        if (newest) await load(newest.stateRoot);
      },
    ],
    ["list of 50, one project", (i) => store.listCheckpoints({ projectId: project(i), limit: 50 })],
    ["list of 50, all", () => store.listCheckpoints({ limit: 50 })],
    [
      "inspect: by the beginning of an id, with state and children",
      async (i) => {
        const [id] = await store.findCheckpointIds(ids[(i * 13) % ids.length].slice(0, 14), 2);
        const found = await store.getCheckpoint(id);
        await load(found.stateRoot);
        await store.listCheckpoints({ parentId: id, limit: 50 });
      },
    ],
    ["search of 2,000 notes, two words", () => store.findMemories(project(0), ["retry", "socket"], 20)],
  ];
}

async function timeEach(ask) {
  const times = [];
  for (let i = 0; i < 400; i++) {
    const started = performance.now();
    await ask(i);
    times.push(performance.now() - started);
  }
  return { p50: median(times), p99: quantile(times, 0.99) };
}

async function pruneUnderLoad(store, { file, env, project, now }) {
  const before = await store.stats();
  const size = bytesOfFiles(file);
  const started = performance.now();
  const prune = spawn(process.execPath, [dist("main.cjs"), "prune"], { cwd: project, env, stdio: "ignore" });
  const ended = once(prune, "exit");
  const waits = [];
  let wal = 0;
  for (let i = 0; prune.exitCode === null && prune.signalCode === null; i++) {
    const began = performance.now();
    await saveOne(store, now, i);
    waits.push(performance.now() - began);
    wal = Math.max(wal, bytesOfFiles(`${file}-wal`));
    await sleep(20);
  }
  await ended;
  const after = await store.stats();
  return {
    file: { before: size, after: bytesOfFiles(file) },
    prune: performance.now() - started,
    deleted: before.checkpoints + waits.length - after.checkpoints,
    waits,
    wal,
  };
}

function report(results, { rows, filled, file, prune, deleted, waits, wal }) {
  const mib = (bytes) => short(bytes / 2 ** 20);
  return {
    title: `${rows} checkpoints of ${SESSIONS} sessions, SQLite (ms)`,
    columns: ["what", "p50", "p99"],
    rows: results.map(({ name, p50, p99 }) => [name, short(p50), short(p99)]),
    notes: [
      `filled in ${short(filled / 1000)} s; ${mib(file.before)} MiB`,
      `prune let ${deleted} go in ${short(prune / 1000)} s; ${mib(file.after)} MiB left, WAL at most ${mib(wal)} MiB`,
      `${waits.length} saves meanwhile: p50 ${short(median(waits))}, p99 ${short(quantile(waits, 0.99))}, longest ${short(Math.max(...waits))} ms`,
    ],
  };
}
