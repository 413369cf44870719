import { spawn, spawnSync } from "node:child_process";
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { dist, withSandbox } from "../lib/sandbox.mjs";
import { short } from "../lib/statistics.mjs";

const LOADS = [0, 5, 10, 20];
const RULE = "Never write to the production bucket.";
const PROMPTS = 9;
/** No process has this id. */
const DEAD = "4194305";

/** What the daemon and the code cache are like when the session starts. */
const CASES = [
  { name: "daemon up", daemon: "up" },
  { name: "daemon killed in between", daemon: "killed" },
  { name: "no daemon, code cache warm", daemon: "down" },
  { name: "no daemon, code cache cold", daemon: "down", isCold: true },
];

/**
 * Whether the record of a killed session arrives on a busy machine: with the start of the next session, or with its first
 * or second prompt; and how long the agent waited for the start.
 */
export function run({ rounds }) {
  return withSandbox(async (opened) => {
    const sandbox = { ...opened, state: join(opened.env.HOME, ".local", "state", "holdfast") };
    leaveWork(sandbox);
    sandbox.holdfast("daemon", "stop");
    const { state } = sandbox;
    const kept = join(sandbox.root, "kept-state");
    cpSync(state, kept, { recursive: true, preserveTimestamps: true });
    const rows = [];
    for (const load of LOADS)
      for (const each of CASES) {
        const seen = [];
        for (let round = 0; round < rounds; round++) {
          rmSync(state, { recursive: true, force: true });
          cpSync(kept, state, { recursive: true, preserveTimestamps: true });
          seen.push(await startSession(sandbox, { ...each, load }));
        }
        rows.push(toRow(each.name, load, seen));
      }
    return {
      title: `A killed session of ${PROMPTS} prompts is continued beside busy loops (${rounds} rounds)`,
      columns: ["case", "busy loops", "at the start", "by the 2nd prompt", "start, median ms", "longest"],
      rows,
      notes: [
        "goals: by the 2nd prompt 100 %; at the start with 10 loops 100 % daemon up, 95 % without and cold",
      ],
    };
  });
}

function leaveWork(sandbox) {
  const say = (event, fields) => hook(sandbox, event, { session_id: "killed", ...fields }, DEAD);
  say("SessionStart", { source: "startup" });
  for (let number = 1; number <= PROMPTS; number++) {
    say("UserPromptSubmit", { prompt: `Part ${number} of the importer. ${RULE}`, prompt_id: `p${number}` });
    say("Stop", { stop_hook_active: false, last_assistant_message: `Part ${number} is done.` });
  }
}

async function startSession(sandbox, { daemon, isCold, load }) {
  // Without the daemon, hooks start one; this is about the hooks that run before it is there.
  if (daemon !== "down") sandbox.holdfast("daemon", "start");
  if (isCold) rmSync(join(sandbox.state, "code-cache"), { recursive: true, force: true });
  const loops = Array.from({ length: load }, () =>
    spawn("sh", ["-c", "while :; do :; done"], { stdio: "ignore" }),
  );
  try {
    if (daemon === "killed")
      process.kill(JSON.parse(sandbox.holdfast("daemon", "status", "--json")).pid, "SIGKILL");
    const say = (event, fields) =>
      hook(sandbox, event, { session_id: "next", ...fields }, String(process.pid));
    const began = performance.now();
    const replies = [say("SessionStart", { source: "startup" })];
    const ms = performance.now() - began;
    for (const prompt of ["Where were we?", "Go on."]) {
      if (replies.some((reply) => reply.includes(RULE))) break;
      replies.push(say("UserPromptSubmit", { prompt }));
    }
    return { at: replies.findIndex((reply) => reply.includes(RULE)), ms };
  } finally {
    for (const loop of loops) loop.kill("SIGKILL");
    await sleep(200);
    sandbox.holdfast("daemon", "stop");
  }
}

function hook({ env, project }, event, fields, pid) {
  const answer = event === "SessionStart" ? "start" : "reply";
  const input = { hook_event_name: event, cwd: project, ...fields };
  const args = [dist("hook.sh"), "claude-code", event, process.execPath, answer, "CLAUDE_PID"];
  return spawnSync("sh", args, {
    cwd: project,
    env: { ...env, CLAUDE_PID: pid },
    input: JSON.stringify(input),
    encoding: "utf8",
  }).stdout;
}

function toRow(name, load, seen) {
  const share = (isIn) => `${Math.round((100 * seen.filter(({ at }) => isIn(at)).length) / seen.length)} %`;
  const times = seen.map(({ ms }) => ms).toSorted((a, b) => a - b);
  return [
    name,
    String(load),
    share((at) => at === 0),
    share((at) => at >= 0),
    short(times[Math.floor(times.length / 2)]),
    short(times.at(-1)),
  ];
}
