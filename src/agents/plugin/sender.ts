import type { ConnectPaths } from "../../kernel/agent/agent.ts";
import { type ClientHooks, hookProgram, hookTimeout } from "../hook-command.ts";

/**
 * JavaScript at the beginning of all our plugins: `send` passes an event to the hook entry and resolves with its reply.
 * It does not block the client's event loop and never throws; without Holdfast it resolves with an empty reply.
 */
export function pluginSender(hooks: ClientHooks, paths: ConnectPaths): string {
  const programs = hooks.events.map(({ name, answer }) => {
    const timeoutMs = hookTimeout(hooks, name) * 1_000;
    return [name, { ...hookProgram(hooks, paths, name), replies: answer !== "none", timeoutMs }];
  });
  return `import { spawn } from "node:child_process";

const HOOKS = ${JSON.stringify(Object.fromEntries(programs), null, 2)};

/** Events that are being sent. A plugin waits for them before its client exits. */
const pendingSends = new Set();

function send(event, fields) {
  const sent = new Promise((resolve) => {
    try {
      runHook(HOOKS[event], JSON.stringify({ hook_event_name: event, ...fields }), resolve);
    } catch {
      resolve({});
    }
  });
  pendingSends.add(sent);
  sent.then(() => pendingSends.delete(sent));
  return sent;
}

function runHook({ command, args, replies, timeoutMs }, payload, resolve) {
  const child = spawn(command, args, { stdio: ["pipe", replies ? "pipe" : "ignore", "ignore"], windowsHide: true });
  let reply = "";
  const end = () => {
    clearTimeout(timer);
    resolve(parseReply(reply));
  };
  const timer = setTimeout(() => {
    child.kill("SIGKILL");
    end();
  }, timeoutMs);
  child.on("error", end).on("close", end);
  child.stdout?.setEncoding("utf8").on("data", (part) => (reply += part));
  child.stdin.on("error", () => {}).end(payload);
}

function parseReply(text) {
  try {
    return JSON.parse(text || "{}") ?? {};
  } catch {
    return {};
  }
}
`;
}
