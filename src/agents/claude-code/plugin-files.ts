import { dirname, join } from "node:path";
import type { ConnectPlace } from "../../kernel/agent.ts";
import { CHECKPOINT_SKILL } from "../checkpoint-skill.ts";
import type { OwnFolder } from "../own-folder.ts";

/** Seconds. Without one the client would wait 600 s, at a session's end 1.5 s. */
const TIMEOUT = 5;

export const HOOK_EVENTS = [
  "SessionStart",
  "UserPromptSubmit",
  "PostToolBatch",
  "Stop",
  "PreCompact",
  "PostCompact",
  "SessionEnd",
] as const;

/** Where the client keeps its configuration. */
export function configFolder({ home, configDirs }: ConnectPlace): string {
  return configDirs["claude-code"] ?? join(home, ".claude");
}

/**
 * A plugin in the user's skills folder is loaded by itself: no file of the user's is touched, and removing the folder
 * removes the plugin. Hooks are in exec form, so no shell ever reads our paths.
 */
export function pluginFolder(place: ConnectPlace): OwnFolder {
  const files = new Map([
    [".claude-plugin/plugin.json", json(MANIFEST)],
    ["hooks/hooks.json", json({ hooks: hooksFor(place) })],
    ["skills/checkpoint/SKILL.md", CHECKPOINT_SKILL],
    [
      ".mcp.json",
      json({ mcpServers: { holdfast: { command: place.node, args: [place.mainScript, "mcp"] } } }),
    ],
  ]);
  return { root: join(configFolder(place), "skills", "holdfast"), files };
}

const MANIFEST = {
  name: "holdfast",
  version: "0.1.0",
  description: "Checkpoints of your work that outlive compaction, crashes and closed sessions",
  author: { name: "Holdfast" },
  license: "MIT",
};

function hooksFor(place: ConnectPlace) {
  return Object.fromEntries(
    HOOK_EVENTS.map((event) => [
      event,
      [{ hooks: [{ type: "command", ...hookCommand(place, event), timeout: TIMEOUT }] }],
    ]),
  );
}

/** The entry is told our node: the client may run it with a path on which there is none, or a slow shim. */
export function hookCommand(
  { hookScript, node }: Pick<ConnectPlace, "hookScript" | "node">,
  event: string,
  platform: NodeJS.Platform = process.platform,
) {
  const words = ["claude-code", event];
  // Windows has no shell to be the entry: node reads the payload itself.
  if (platform === "win32") return { command: node, args: [join(dirname(hookScript), "hook.cjs"), ...words] };
  return { command: hookScript, args: [...words, node] };
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
