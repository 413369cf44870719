import { spawn } from "node:child_process";
import { type PluginConfig, pluginConfig } from "./plugin-config.ts";

/** What the hook entry replies (`agents/plugin/replies.ts`). */
export interface HookReply {
  /** For the model. */
  context?: string;
  /** Why a prompt is held or the agent should continue. */
  block?: string;
  /** The block is not shown to the person. */
  quiet?: boolean;
  /** For the person. */
  notice?: string;
}

/** Events that are being sent. A plugin waits for them before its client exits. */
const pendingSends = new Set<Promise<HookReply>>();

/**
 * Passes an event to the hook entry and resolves with its reply. It does not block the client's event loop and never
 * throws; without Holdfast it resolves with an empty reply.
 */
export function send(event: string, fields: object): Promise<HookReply> {
  const sent = new Promise<HookReply>((resolve) => {
    try {
      const program = pluginConfig().hooks[event];
      if (program) runHook(program, JSON.stringify({ hook_event_name: event, ...fields }), resolve);
      else resolve({});
    } catch {
      resolve({});
    }
  });
  pendingSends.add(sent);
  void sent.then(() => pendingSends.delete(sent));
  return sent;
}

/** Resolves when nothing is being sent any more. */
export async function allSent(): Promise<void> {
  await Promise.all(pendingSends);
}

function runHook(
  { command, args, replies, timeoutMs }: PluginConfig["hooks"][string],
  payload: string,
  resolve: (reply: HookReply) => void,
): void {
  const child = spawn(command, args, {
    stdio: ["pipe", replies ? "pipe" : "ignore", "ignore"],
    windowsHide: true,
  });
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
  child.stdout?.setEncoding("utf8").on("data", (part: string) => {
    reply += part;
  });
  child.stdin?.on("error", () => {}).end(payload);
}

function parseReply(text: string): HookReply {
  try {
    return (JSON.parse(text || "{}") as HookReply | null) ?? {};
  } catch {
    return {};
  }
}
