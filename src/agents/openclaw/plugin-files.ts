import { join } from "node:path";
import type { ConnectPaths } from "../../kernel/agent/agent.ts";
import { checkpointSkill } from "../checkpoint-skill.ts";
import type { OwnedFiles } from "../files/owned-files.ts";
import { pluginText } from "../plugin/plugin-text.ts";
import { configDirectory } from "./environment.ts";
import { hooks } from "./hooks.ts";
import { terminal } from "./terminal.ts";

/** The client expands `~` in the variable to the home directory, as a shell does. */
export function settingsFile(paths: ConnectPaths): string {
  const moved = paths.movedFiles?.["openclaw"]?.replace(/^~(?=\/|$)/, () => paths.home);
  return moved ?? join(configDirectory(paths), "openclaw.json");
}

/** A plugin in the user's directory is loaded automatically; the settings say what it may read. */
export function pluginFiles(paths: ConnectPaths): OwnedFiles {
  const files = new Map([
    ["index.js", pluginText("openclaw", hooks, paths)],
    ["openclaw.plugin.json", json(manifest(paths))],
    ["package.json", json(packageManifest(paths))],
    ["skills/checkpoint/SKILL.md", checkpointSkill(terminal)],
  ]);
  return { root: join(configDirectory(paths), "extensions", "holdfast"), files };
}

function packageManifest({ version }: ConnectPaths) {
  return {
    name: "holdfast-openclaw",
    version,
    private: true,
    type: "module",
    openclaw: { extensions: ["./index.js"] },
  };
}

/** `OPENCLAW_CLI` tells our server which client started it. */
function manifest({ node, mainScript }: ConnectPaths) {
  return {
    id: "holdfast",
    name: "Holdfast",
    description: "Checkpoints of your work that survive compaction, crashes and closed sessions",
    activation: { onStartup: true },
    skills: ["skills"],
    mcpServers: { holdfast: { command: node, args: [mainScript, "mcp"], env: { OPENCLAW_CLI: "1" } } },
    configSchema: { type: "object", additionalProperties: false, properties: {} },
  };
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
