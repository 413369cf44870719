// Shows the main feature in half a minute: a recorded Claude Code session is replayed through the real hook entry, its
// client is killed with -9, and the next session receives what it needs. Everything happens in a temporary directory.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeProject } from "./demo/make-project.mjs";
import { holdfast, sendHook } from "./demo/processes.mjs";
import { replaySession } from "./demo/replay-session.mjs";
import { heading, quote, say } from "./demo/terminal.mjs";

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
  let saved;
  await replaySession(sandbox, client.pid, async (prompt) => {
    prompts += 1;
    if (prompts === 3) {
      saved = JSON.parse(await holdfast(sandbox, ["save", "--name", "before-the-fix", "--json"]));
      say("   $ holdfast save --name before-the-fix");
    }
    say(`   you › ${prompt}`);
  });

  heading("2. kill -9: no warning, no last hook");
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

  heading("4. And what a person sees");
  await show(["list"]);
  const [newest] = JSON.parse(await holdfast(sandbox, ["list", "--json"])).checkpoints;
  await show(["resume", newest.id]);
  await show(["diff", saved.id, newest.id]);
  heading("Next: holdfast connect, then forget about it until it saves the day.");
}

async function show(args) {
  say(`   $ holdfast ${args.join(" ")}`);
  const output = await holdfast(sandbox, args);
  say(output.replace(/^/gm, "   "));
}
