import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { claudeCode } from "../../../src/agents/claude-code/adapter.ts";
import { hookArguments } from "../../../src/agents/hook-command.ts";
import { requestCapture } from "../../support/pending-capture.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

const SCRIPT = resolve(import.meta.dirname, "../../../scripts/hook.sh");
const PROMPTED_S = 1_764_000_000;
const AT = PROMPTED_S * 1_000 + 900;

let home: string;
let state: string;
let daemon: Server | undefined;

beforeEach(() => {
  home = temporaryDirectory("wait");
  state = join(home, "state");
  mkdirSync(join(home, "bin"));
  daemon = undefined;
});
afterEach(() => new Promise((done) => (daemon ? daemon.close(done) : done(undefined))));

async function listen(): Promise<void> {
  mkdirSync(state, { recursive: true, mode: 0o700 });
  daemon = createServer();
  await new Promise<void>((done) => daemon?.listen(join(state, "daemon.sock"), done));
}

/** Runs the hook before a tool call, with a clock and a sleep of the test's. Returns how often it slept. */
async function waited({
  input = "{}",
  clock = `echo ${PROMPTED_S}`,
  sleep = "",
}: {
  input?: string;
  clock?: string;
  sleep?: string;
} = {}): Promise<number> {
  const steps = join(home, "steps");
  const program = (text: string) =>
    `#!/bin/sh\n${text.includes("$steps") ? `steps=$(cat "${steps}")\n` : ""}${text}\n`;
  writeFileSync(join(home, "bin/date"), program(clock), { mode: 0o755 });
  writeFileSync(join(home, "bin/sleep"), program(`printf . >>"${steps}"\n${sleep}`), { mode: 0o755 });
  writeFileSync(steps, "");
  const child = spawn(SCRIPT, hookArguments(claudeCode.hooks, "PreToolUse", ""), {
    env: { PATH: `${join(home, "bin")}:/usr/bin:/bin`, HOME: home, HOLDFAST_HOME: state },
  });
  let out = "";
  child.stdout.on("data", (chunk) => (out += chunk));
  child.stderr.on("data", (chunk) => (out += chunk));
  child.stdin.on("error", (error) => (out += error.message));
  child.stdin.end(input);
  const code = await new Promise((done) => child.on("close", done));
  expect({ code, out }).toEqual({ code: 0, out: "" });
  expect(existsSync(join(state, "spool"))).toBe(false);
  return readFileSync(steps, "utf8").length;
}

test("without a pending prompt, a tool call is not delayed, and nothing is written", async () => {
  await expect(waited()).resolves.toBe(0);
  expect(existsSync(state)).toBe(false);
  await listen();
  requestCapture(state, { at: AT, moment: "turn_end" });
  await expect(waited()).resolves.toBe(0);
});

test("a tool call waits until the files of the prompt are captured", async () => {
  await listen();
  const request = requestCapture(state, { at: AT });
  await expect(waited({ sleep: `case $steps in ....) rm "${request}" ;; esac` })).resolves.toBe(5);
});

test("eight seconds after the prompt, no tool call waits any more", async () => {
  await listen();
  requestCapture(state, { at: AT - 60_000 });
  const request = requestCapture(state, { at: AT });
  const clock = `passed=$steps\necho $((${PROMPTED_S} + \${#passed}))`;
  await expect(waited({ clock })).resolves.toBe(9);
  expect(existsSync(request)).toBe(true);
  await expect(waited({ clock: `echo $((${PROMPTED_S} + 9))` })).resolves.toBe(0);
});

test("a clock that was set back, or a step that fails, does not hold a tool call", async () => {
  await listen();
  requestCapture(state, { at: AT });
  await expect(waited({ clock: `echo $((${PROMPTED_S} - 1))` })).resolves.toBe(0);
  await expect(waited({ clock: "exit 1" })).resolves.toBe(0);
  await expect(waited({ sleep: "exit 1" })).resolves.toBe(1);
});

test("no tool call waits for a daemon that is known to hang", async () => {
  await listen();
  requestCapture(state, { at: AT });
  const hung = join(state, "daemon-hung");
  writeFileSync(hung, "");
  const mark = (minutes: number) => utimesSync(hung, new Date(), new Date(Date.now() + minutes * 60_000));
  mark(1);
  await expect(waited({ sleep: "exit 1" })).resolves.toBe(0);
  mark(-1);
  await expect(waited({ sleep: "exit 1" })).resolves.toBe(1);
});

test("no tool call waits without a daemon, or for a file that is no request", async () => {
  const request = requestCapture(state, { at: AT });
  const sleep = "exit 1";
  await expect(waited({ sleep })).resolves.toBe(0);
  await listen();
  await expect(waited({ sleep })).resolves.toBe(1);
  for (const name of ["9x-$(touch pwned)-prompt.json", "zz-prompt.json"]) {
    writeFileSync(join(request, "..", name), "");
    await expect(waited({ sleep })).resolves.toBe(0);
  }
});

test("the payload is read to its end, since clients report an error otherwise", async () => {
  await expect(waited({ input: JSON.stringify("x".repeat(4_000_000)) })).resolves.toBe(0);
});
