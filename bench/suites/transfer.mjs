import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { loadSnapshots } from "../lib/load-snapshots.mjs";
import { fillSessions } from "../lib/many-sessions.mjs";
import { dist, withSandbox } from "../lib/sandbox.mjs";
import { short } from "../lib/statistics.mjs";

const SESSIONS = 1_000;
const FILES = 300;
/** Lines of 1 KB of each of the conversations, which every fourth session has. */
const LINES = 100;
const PASSPHRASE = "correct horse battery staple";

/**
 * A bundle of 1,000 sessions with a conversation of 100 KB for every fourth and files of its own for each, out of one home
 * and into others (quality budgets, section 8): unencrypted, for a recipient, and with a passphrase.
 */
export function run() {
  return withSandbox(async (sandbox) => {
    await fill(sandbox);
    const { generateIdentity, identityToRecipient } = await import("age-encryption");
    const identity = await generateIdentity();
    const keys = join(sandbox.root, "keys.txt");
    writeFileSync(keys, `${identity}\n`);
    const ways = [
      { name: "plain", lock: ["--plain"], key: [] },
      {
        name: "recipient",
        lock: ["--recipient", await identityToRecipient(identity)],
        key: ["--identity", keys],
      },
      { name: "passphrase", lock: [], key: [], env: { HOLDFAST_PASSPHRASE: PASSPHRASE } },
    ];
    const rows = [];
    for (const way of ways) rows.push(...(await move(sandbox, way)));
    return {
      title: `Bundles of ${SESSIONS} sessions with files`,
      columns: ["what", "s", "CPU s", "MB of memory", "MB of bundle"],
      rows,
      notes: ["memory: the largest resident set of the process; git's is not in it"],
    };
  });
}

async function fill({ env, project, root }) {
  const { childKeys, openStore } = await import("../../dist/index.js");
  const state = join(env.HOME, ".local/state/holdfast");
  mkdirSync(state, { recursive: true, mode: 0o700 });
  commitFiles({ project, env });
  execFileSync("git", ["clone", "-q", project, join(root, "clone")], { env });
  const store = await openStore({ file: join(state, "holdfast.db"), childKeys });
  const { id } = await store.ensureProject({
    id: "prj_bench",
    root: project,
    name: "bench",
    createdAt: Date.now(),
  });
  const about = { sessions: SESSIONS, project: id, worktree: project, now: Date.now(), isElsewhere: false };
  await fillSessions(store, about);
  const sessions = await store.listSessions({ projectId: id, limit: SESSIONS });
  await addConversations(store, sessions, { env });
  await store.close();
  await addSnapshots(sessions, { project, state });
}

function commitFiles({ project, env }) {
  const git = (...args) => execFileSync("git", args, { cwd: project, env });
  mkdirSync(join(project, "src"));
  for (let i = 0; i < FILES; i++)
    writeFileSync(fileOf(project, i), `export const value${i} = ${i};\n`.repeat(40));
  git("add", "-A");
  git("-c", "user.name=bench", "-c", "user.email=bench@localhost", "commit", "-qm", "All files");
}

async function addConversations(store, sessions, { env }) {
  const directory = join(env.HOME, ".claude/projects/bench");
  mkdirSync(directory, { recursive: true });
  for (const { id, nativeId } of sessions.filter(({ agent }) => agent === "claude-code")) {
    const path = join(directory, `${nativeId}.jsonl`);
    for (let i = 0; i < LINES; i++)
      appendFileSync(
        path,
        `${JSON.stringify({ type: "summary", id, i, text: "read the queue ".repeat(64) })}\n`,
      );
    const stored = await store.getSession(id);
    const capture = { ...stored.capture, transcriptPath: path, transcriptBytes: statSync(path).size };
    await store.replaceSession({ ...stored, transcriptPath: path, capture });
  }
}

/** Each session changed two files. */
async function addSnapshots(sessions, { project, state }) {
  const snapshots = await loadSnapshots();
  const head = readFileSync(join(project, ".git/refs/heads", headName(project)), "utf8").trim();
  const work = snapshots.open({ root: state, worktree: project, directory: join(state, "snapshots") });
  for (const [number, { id, agent }] of sessions.entries()) {
    for (const i of [number % FILES, (number * 7 + 1) % FILES])
      appendFileSync(fileOf(project, i), `export const by${number} = "${id}";\n`);
    await work.take({ session: id, agent, gitHead: head });
  }
}

const fileOf = (project, i) => join(project, "src", `file-${i}.ts`);
const headName = (project) => readFileSync(join(project, ".git/HEAD"), "utf8").trim().split("/").at(-1);

async function move({ root, env, project }, { name, lock, key, env: more }) {
  const bundle = join(root, `${name}.holdfast`);
  const home = join(root, `home-${name}`);
  mkdirSync(home);
  const here = { cwd: project, env: { ...env, ...more }, root };
  const exported = await measure(["export", "--files", "--output", bundle, ...lock], here);
  const there = { cwd: join(root, "clone"), env: { ...env, HOME: home, ...more }, root };
  const imported = await measure(["import", bundle, ...key], there);
  const again = await measure(["import", bundle, ...key], there);
  const size = short(statSync(bundle).size / 1e6);
  return [
    [`export, ${name}`, ...exported, size],
    [`import, ${name}`, ...imported, size],
    [`import again, ${name}`, ...again, size],
  ];
}

/** Seconds, seconds of CPU, and the largest resident set in MB, which the process itself says at its end. */
async function measure(args, { cwd, env, root }) {
  const said = join(root, "usage.json");
  const script = `import { writeFileSync } from "node:fs";
    process.on("exit", () => writeFileSync(${JSON.stringify(said)}, JSON.stringify(process.resourceUsage())));`;
  const report = `data:text/javascript,${encodeURIComponent(script)}`;
  const started = performance.now();
  const child = spawn(process.execPath, ["--import", report, dist("main.cjs"), ...args], {
    cwd,
    env,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [code] = await once(child, "exit");
  const elapsed = performance.now() - started;
  if (code !== 0) throw new Error(`holdfast ${args.join(" ")} ended with ${code}`);
  const { maxRSS, userCPUTime, systemCPUTime } = JSON.parse(readFileSync(said, "utf8"));
  return [short(elapsed / 1e3), short((userCPUTime + systemCPUTime) / 1e6), short((maxRSS * 1024) / 1e6)];
}
