import { spawn } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The directory of the programs: the built ones, or installed ones in the directory that is given as an argument. */
const directory = process.argv[2] ?? fileURLToPath(new URL("../../dist", import.meta.url));
const dist = (name) => join(directory, name);

/** Runs the built command line in the demo's project and home; resolves to what it printed. */
export function holdfast(sandbox, args) {
  const color = process.stdout.isTTY && !args.includes("--json") ? { FORCE_COLOR: "1" } : {};
  return run(process.execPath, [dist("main.cjs"), ...args], { sandbox, env: color });
}

/** The ANSWER argument of the hooks that wait for a reply. */
const ANSWERS = new Map([
  ["SessionStart", "start"],
  ["UserPromptSubmit", "reply"],
  ["Stop", "reply"],
  ["PreCompact", "reply"],
]);

/** Runs the installed hook entry as a client does: payload on standard input, the reply on standard output. */
export function sendHook(sandbox, event, payload, clientPid) {
  const env = { CLAUDE_PID: String(clientPid) };
  return run(
    "/bin/sh",
    [dist("hook.sh"), "claude-code", event, process.execPath, ANSWERS.get(event) ?? "none", "CLAUDE_PID"],
    {
      sandbox,
      env,
      input: JSON.stringify(payload),
    },
  );
}

function run(command, args, { sandbox, env, input = "" }) {
  const { promise, resolve, reject } = withResolvers();
  const child = spawn(command, args, {
    cwd: sandbox.project,
    env: { PATH: process.env.PATH, HOME: sandbox.home, TMPDIR: sandbox.root, ...env },
    stdio: ["pipe", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text) => {
    output += text;
  });
  child.on("error", reject);
  child.on("close", () => resolve(output));
  child.stdin.end(input);
  return promise;
}

/** Node 20 has no `Promise.withResolvers`. */
function withResolvers() {
  let resolve;
  let reject;
  const promise = new Promise((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}
