import type { ConnectPlace } from "../../kernel/agent/agent.ts";
import { type ClientHooks, hookProgram } from "../hook-command.ts";

/** Milliseconds. The hook has a shorter deadline; this one is for a hook that hangs. */
const LIMIT = 5_000;

/**
 * The part with which all our plugins begin: JavaScript that hands an event to the hook entry and resolves with its
 * reply. It waits in no loop of the client, it never throws, and without Holdfast it resolves with an empty reply.
 */
export function pluginSender(hooks: ClientHooks, place: ConnectPlace): string {
  const programs = hooks.events.map(({ name, answer }) => {
    return [name, { ...hookProgram(hooks, place, name), replies: answer !== "none" }];
  });
  return `import { spawn } from "node:child_process";

const HOOKS = ${JSON.stringify(Object.fromEntries(programs), null, 2)};

/** Events on their way. A plugin waits for them before its client ends. */
const onTheirWay = new Set();

function send(event, fields) {
  const sent = new Promise((resolve) => {
    try {
      runHook(HOOKS[event], JSON.stringify({ hook_event_name: event, ...fields }), resolve);
    } catch {
      resolve({});
    }
  });
  onTheirWay.add(sent);
  sent.then(() => onTheirWay.delete(sent));
  return sent;
}

function runHook({ command, args, replies }, payload, resolve) {
  const child = spawn(command, args, { stdio: ["pipe", replies ? "pipe" : "ignore", "ignore"], windowsHide: true });
  let reply = "";
  const end = () => {
    clearTimeout(timer);
    resolve(parseReply(reply));
  };
  const timer = setTimeout(() => {
    child.kill("SIGKILL");
    end();
  }, ${LIMIT});
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
