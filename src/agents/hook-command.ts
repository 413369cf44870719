import { dirname, join } from "node:path";
import type { ConnectPaths, SampleStart } from "../kernel/agent/agent.ts";
import { shellQuoted } from "../text/shell-quoted.ts";

/**
 * How `hook.sh` handles an event: `none` leaves it in the spool, `reply` answers it, `start` answers it with the
 * deadline of a session start, `wait` only waits until the files of a prompt are captured. The script itself does not
 * know any client's events.
 */
type HookAnswer = "none" | "reply" | "start" | "wait";

/** `matcher` limits a tool event to some tools. */
export interface HookEvent {
  name: string;
  answer: HookAnswer;
  matcher?: string;
}

export interface ClientHooks {
  agent: string;
  events: readonly HookEvent[];
  /** The variable in which the client passes its process id to hooks. If unset, the hook's parent is the client. */
  pidVariable?: string;
}

/**
 * The events of our plugins, and of clients with the same names. Every plugin uses them, so that only one reader and one
 * renderer are needed: `docs/hooks.md` describes the protocol.
 */
export const HOOK_EVENTS: ClientHooks["events"] = [
  { name: "SessionStart", answer: "start" },
  { name: "UserPromptSubmit", answer: "reply" },
  { name: "PreToolUse", answer: "wait" },
  { name: "PostToolUse", answer: "none" },
  { name: "Stop", answer: "reply" },
  { name: "PreCompact", answer: "reply" },
  { name: "PostCompact", answer: "none" },
  { name: "SubagentStart", answer: "none" },
  { name: "SubagentStop", answer: "none" },
  { name: "SessionEnd", answer: "none" },
];

/**
 * The arguments of `hook.sh`. They include the path of the current node, because the client's PATH may not contain
 * node, or only a slow shim.
 */
export function hookArguments(hooks: ClientHooks, event: string | HookEvent, node: string): string[] {
  const { agent, pidVariable } = hooks;
  const { name, answer } = eventOf(hooks, event);
  return [agent, name, node, answer, ...(pidVariable === undefined ? [] : [pidVariable])];
}

/** A client may have two hooks for events of the same name: the first one is meant by the name alone. */
function eventOf({ events }: ClientHooks, event: string | HookEvent): HookEvent {
  if (typeof event !== "string") return event;
  return events.find(({ name }) => name === event) ?? { name: event, answer: "none" };
}

const TIMEOUT_S = 5;
const REPLY_TIMEOUT_S = 15;

/**
 * How long a client waits for a hook, in seconds. The hook's own deadlines are shorter, so this is for a hook that hangs.
 * On a busy machine, a reply with earlier work may take ten (`kernel/config/hook-deadlines.ts`).
 */
export function hookTimeout(hooks: ClientHooks, event: string | HookEvent): number {
  return eventOf(hooks, event).answer === "none" ? TIMEOUT_S : REPLY_TIMEOUT_S;
}

/** The arguments with the program, for callers without a shell. */
export function hookProgram(
  hooks: ClientHooks,
  { hookScript, mainScript, node }: Pick<ConnectPaths, "hookScript" | "mainScript" | "node">,
  event: string | HookEvent,
  platform: NodeJS.Platform = process.platform,
): { command: string; args: string[] } {
  if (platform !== "win32") return { command: hookScript, args: hookArguments(hooks, event, node) };
  // Windows has no shell to run `hook.sh`: node reads the payload itself.
  return {
    command: node,
    args: [join(dirname(mainScript), "hook.cjs"), hooks.agent, eventOf(hooks, event).name],
  };
}

/** The same as one line, for clients that run hooks in a shell. */
export function hookLine(
  hooks: ClientHooks,
  event: string | HookEvent,
  { hookScript, node }: Pick<ConnectPaths, "hookScript" | "node">,
): string {
  const [agent = "", name = "", , ...rest] = hookArguments(hooks, event, node);
  return ["exec", shellQuoted(hookScript), agent, name, shellQuoted(node), ...rest].join(" ");
}

/** A session start with the payload fields that all clients share. */
export function sampleStart(hooks: ClientHooks, { node, cwd }: { node: string; cwd: string }): SampleStart {
  const event = hooks.events.find(({ answer }) => answer === "start")?.name ?? "";
  const payload = { session_id: "doctor", cwd, hook_event_name: event, source: "startup" };
  return { args: hookArguments(hooks, event, node), payload };
}
