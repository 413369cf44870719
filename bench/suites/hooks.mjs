import { join } from "node:path";
import { dist, payloadFile, withSandbox } from "../lib/sandbox.mjs";
import { short } from "../lib/statistics.mjs";
import { timeProcesses } from "../lib/time-processes.mjs";
import { claudeMem } from "../peers/claude-mem.mjs";

/** What an agent feels: whole processes with a 4 KB payload on standard input (quality budgets, section 1). */
export function run({ runs }) {
  return withSandbox(async (sandbox) => {
    const prompt = payloadFile(sandbox, "UserPromptSubmit", { prompt: "Add a flag. ".repeat(330) });
    const batch = payloadFile(sandbox, "PostToolBatch", {
      tool_calls: [
        {
          tool_name: "Bash",
          tool_use_id: "t1",
          tool_input: { command: "true" },
          tool_response: "x ".repeat(1900),
        },
      ],
    });
    const stop = payloadFile(sandbox, "Stop", {
      stop_hook_active: false,
      last_assistant_message: "It works. ".repeat(380),
    });
    const floor = { name: "node -e 0", command: process.execPath, args: ["-e", "0"], env: sandbox.env };
    const append = {
      name: "sh, append to a file (floor)",
      command: "/bin/sh",
      args: ["-c", 'IFS= read -r l; printf "%s\\n" "$l" >> "$0"', join(sandbox.root, "spool")],
      stdin: batch,
    };
    const hook = (name, event, stdin, { answer = "reply", env = {} } = {}) => ({
      name,
      command: "/bin/sh",
      args: [dist("hook.sh"), "claude-code", event, process.execPath, answer, "CLAUDE_PID"],
      env: { ...sandbox.env, ...env },
      cwd: sandbox.project,
      stdin,
    });
    const spool = hook("event without reply", "PostToolBatch", batch, { answer: "none" });
    const call = hook("before a tool call, nothing pending", "PreToolUse", batch, { answer: "wait" });
    const reply = (name) => hook(name, "UserPromptSubmit", prompt, { env: { HOLDFAST_NO_DAEMON: "1" } });
    const ending = hook("stop, daemon up", "Stop", stop, { env: { HOLDFAST_NO_DAEMON: "1" } });
    sandbox.holdfast("daemon", "start");
    const up = timeProcesses(
      [floor, append, spool, reply("event with reply, daemon up"), ending, call],
      runs,
    );
    sandbox.holdfast("daemon", "stop");
    const down = timeProcesses([floor, reply("event with reply, no daemon")], runs);
    const peer = await claudeMem(sandbox, prompt, runs);
    return report(up, down, peer);
  });
}

function report(up, down, peer) {
  const rows = [
    ...up.map((row) => [row, up[0]]),
    ...down.slice(1).map((row) => [row, down[0]]),
    ...(peer.row ? [[peer.row, up[0]]] : []),
  ];
  return {
    title: "Hooks, whole process, 4 KB payload (ms)",
    columns: ["case", "p50", "p99", "of node -e 0"],
    rows: rows.map(([row, floor]) => [row.name, short(row.p50), short(row.p99), short(row.p50 / floor.p50)]),
    notes: [
      `no daemon: node -e 0 + ${short(down[1].p50 - down[0].p50)} ms`,
      ...(peer.row
        ? [`claude-mem / ours with reply: ${short(peer.row.p50 / up[3].p50)} x`]
        : [`claude-mem: ${peer.reason}`]),
    ],
  };
}
