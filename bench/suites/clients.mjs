import { connectedHooks } from "../lib/connected-hooks.mjs";
import { payloadFile, withSandbox } from "../lib/sandbox.mjs";
import { short } from "../lib/statistics.mjs";
import { timeProcesses } from "../lib/time-processes.mjs";

const AGENTS = ["claude-code", "gemini", "codex", "pi", "oh-my-pi", "opencode", "openclaw"];

/** What each client waits for, or starts and does not wait for: its own hook line or the program that our plugin starts, 4 KB. */
export function run({ runs }) {
  return withSandbox(async (sandbox) => {
    const clients = connectedHooks(sandbox, AGENTS);
    const floor = { name: "node -e 0", command: process.execPath, args: ["-e", "0"], env: sandbox.env };
    const cases = (kind, payloadOf, env = {}) =>
      clients.map(({ agent, [kind]: { event, command, args } }) => ({
        name: agent,
        command,
        args,
        env: { ...sandbox.env, ...env },
        cwd: sandbox.project,
        stdin: payloadFile(sandbox, event, payloadOf),
      }));
    const tool = { tool_name: "Bash", tool_use_id: "t1", tool_input: {}, tool_response: "x ".repeat(1900) };
    const asked = { prompt: "Add a flag. ".repeat(330) };
    const alone = { HOLDFAST_NO_DAEMON: "1" };
    sandbox.holdfast("daemon", "start");
    // Apart, since the daemon would handle what the ones left in the spool while the others wait for it.
    const silent = timeProcesses([floor, ...cases("silent", tool)], runs);
    const up = timeProcesses([floor, ...cases("asked", asked, alone)], runs);
    sandbox.holdfast("daemon", "stop");
    const down = timeProcesses([floor, ...cases("asked", asked, alone)], runs);
    return report(clients, { silent, up, down });
  });
}

function report(clients, { silent, up, down }) {
  const cell = (row, [floor]) => `${short(row.p50)} (${short(row.p50 / floor.p50)} x)`;
  return {
    title: "One event of each client, 4 KB payload, p50 in ms (of node -e 0 in the same turns)",
    columns: ["client", "without reply", "with reply, daemon up", "with reply, no daemon"],
    rows: clients.map(({ agent }, i) => [
      agent,
      cell(silent[1 + i], silent),
      cell(up[1 + i], up),
      `${cell(down[1 + i], down)}, + ${short(down[1 + i].p50 - down[0].p50)}`,
    ]),
    notes: [`node -e 0: ${[silent, up, down].map(([floor]) => short(floor.p50)).join(", ")} ms`],
  };
}
