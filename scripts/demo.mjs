// Shows the main features: a recorded Claude Code session is replayed through the real hook entry, its agent destroys
// files and is killed with -9, the next session receives what it needs, and the files come back. Everything happens in a
// temporary directory.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { makeProject } from "./demo/make-project.mjs";
import { holdfast, sendHook } from "./demo/processes.mjs";
import { replaySession } from "./demo/replay-session.mjs";
import { heading, quote, say } from "./demo/terminal.mjs";
import { untilCaptured } from "./demo/until-captured.mjs";

const root = realpathSync(mkdtempSync(join(tmpdir(), "holdfast-demo-")));
const sandbox = { root, home: join(root, "home"), project: join(root, "shop-api") };
mkdirSync(sandbox.home);
let client;

try {
  await main();
} finally {
  client?.kill("SIGKILL");
  await holdfast(sandbox, ["daemon", "stop"]);
  rmSync(root, { recursive: true, force: true });
}

async function main() {
  makeProject(sandbox.project);
  heading("1. An agent works on a small project (a recorded session of Claude Code)");
  client = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
  let prompts = 0;
  await replaySession(sandbox, client.pid, {
    async prompt(text) {
      prompts += 1;
      if (prompts === 3) {
        await holdfast(sandbox, ["save", "--name", "before-the-fix"]);
        say("   $ holdfast save --name before-the-fix");
      }
      say(`   you › ${text}`);
    },
    call: (call) => say(`   agent › ${describe(call)}`),
  });

  heading("2. It has overwritten the limiter and deleted the tests. Then kill -9: no warning, no last hook");
  client.kill("SIGKILL");
  await once(client, "exit");
  say(`   process ${client.pid} is gone`);

  heading("3. The next session starts. Its model receives:");
  const payload = {
    session_id: "7d1f4c1e-0000-4000-8000-00000000d340",
    cwd: sandbox.project,
    hook_event_name: "SessionStart",
    source: "startup",
  };
  const answer = await sendHook(sandbox, "SessionStart", payload, process.pid);
  const context = answer ? JSON.parse(answer).hookSpecificOutput?.additionalContext : undefined;
  if (!context) throw new Error("The new session received nothing: run `holdfast doctor`.");
  quote(context);

  heading("4. And the files come back");
  await untilCaptured(sandbox);
  await show(["restore", "before-the-fix", "--yes"]);
  say(`   $ node test/limiter.test.js && echo passed\n   ${runTest()}`);

  heading("5. What a person sees");
  await show(["list"]);
  heading("Next: holdfast connect, then forget about it until it saves the day.");
}

/** `rm -r test`, `Write src/limiter.js` */
function describe({ tool_name: name, tool_input: input }) {
  return input.command ?? `${name} ${relative(sandbox.project, input.file_path)}`;
}

function runTest() {
  const { status } = spawnSync(process.execPath, ["test/limiter.test.js"], { cwd: sandbox.project });
  if (status !== 0) throw new Error("The files did not come back: run `holdfast doctor`.");
  return "passed";
}

async function show(args) {
  say(`   $ holdfast ${args.join(" ")}`);
  const output = await holdfast(sandbox, args);
  say(output.replace(/^/gm, "   "));
}
