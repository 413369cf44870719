import { spawn } from "node:child_process";
import { once } from "node:events";
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { fillStore } from "../lib/filled-store.mjs";
import { dist, withSandbox } from "../lib/sandbox.mjs";
import { median, quantile, short } from "../lib/statistics.mjs";

const SESSIONS = 10_000;
/** What the picker writes at the end of a frame. */
const FRAME_END = "\x1b[?2026l";
const DOWN = "\x1b[B";

/**
 * The picker over 10,000 sessions in a terminal of `script` (quality budgets, section 8): the first frame against the
 * start of `--version`, then keys while the sessions are still being read, and afterwards.
 */
export function run({ runs }) {
  return withSandbox(async (sandbox) => {
    await fillStore(sandbox, { sessions: SESSIONS, now: Date.now() });
    const starts = await timeStarts(sandbox, Math.max(10, Math.round(runs / 2)));
    const early = await timeKeys(sandbox, { waitMs: 0 });
    const late = await timeKeys(sandbox, { waitMs: 12_000 });
    const row = (name, times) => [
      name,
      short(median(times)),
      short(quantile(times, 0.95)),
      short(Math.max(...times)),
    ];
    return {
      title: `Picker over ${SESSIONS} sessions, in a terminal (ms)`,
      columns: ["what", "p50", "p95", "longest"],
      rows: [
        row("holdfast --version", starts.version),
        row("first frame", starts.picker),
        row("arrow key to its frame, while sessions are read", early.arrows),
        row("typed letter to its frame, while sessions are read", early.letters),
        row("arrow key to its frame", late.arrows),
        row("typed letter to its frame", late.letters),
      ],
      notes: [`first frame: ${short(median(starts.picker) / median(starts.version))} x --version`],
    };
  });
}

/** Takes turns, so that a slow moment of the machine meets both. The first turns fill the code caches. */
async function timeStarts(sandbox, runs) {
  const times = { version: [], picker: [] };
  for (let turn = -2; turn < runs; turn++) {
    const version = await timeVersion(sandbox);
    const picker = await timeFirstFrame(sandbox, turn < 0 ? 3_000 : 0);
    if (turn < 0) continue;
    times.version.push(version);
    times.picker.push(picker);
  }
  return times;
}

async function timeVersion(sandbox) {
  const terminal = openTerminal(sandbox, "--version");
  await terminal.until(".");
  const ms = terminal.elapsed();
  await terminal.ended;
  return ms;
}

/** The code cache is written after two seconds. */
async function timeFirstFrame(sandbox, stayMs) {
  const terminal = openTerminal(sandbox);
  await terminal.until(FRAME_END);
  const ms = terminal.elapsed();
  await sleep(stayMs);
  await terminal.quit();
  return ms;
}

async function timeKeys(sandbox, { waitMs }) {
  const terminal = openTerminal(sandbox);
  await terminal.until(FRAME_END);
  await sleep(waitMs);
  await terminal.press("\t");
  await terminal.press("\t");
  const arrows = [];
  for (let i = 0; i < 60; i++) arrows.push(await terminal.press(DOWN));
  await terminal.press("/");
  const letters = [];
  for (const letter of "discount cart invoice thumbnail password session")
    letters.push(await terminal.press(letter));
  await terminal.quit();
  return { arrows, letters };
}

/** `script` gives a program a terminal of its own. */
function openTerminal({ env, project }, ...args) {
  const command = [process.execPath, dist("main.cjs"), ...args].map((word) => `'${word}'`).join(" ");
  const started = performance.now();
  const child = spawn("script", ["-qfec", `stty cols 120 rows 40; exec ${command}`, "/dev/null"], {
    cwd: project,
    env: { ...env, TERM: "xterm-256color" },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  let output = "";
  let last = started;
  let notify = () => {};
  child.stdout.on("data", (data) => {
    output += data;
    last = performance.now();
    notify();
  });
  const until = async (text) => {
    while (!output.includes(text)) await new Promise((resolve) => (notify = resolve));
  };
  return {
    ended,
    until,
    elapsed: () => last - started,
    /** Presses a key and returns how long its frame took. Keys of a person do not follow each other at once. */
    async press(key) {
      await sleep(35);
      output = "";
      const pressed = performance.now();
      child.stdin.write(key);
      await until(FRAME_END);
      return performance.now() - pressed;
    },
    async quit() {
      child.stdin.write("\x03");
      await ended;
    },
  };
}
