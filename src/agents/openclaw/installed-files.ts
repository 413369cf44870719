import { join } from "node:path";
import { checkpointSkill } from "../checkpoint-skill.ts";
import type { ClientSetup } from "../files/client-connection.ts";
import { jsonFile } from "../files/own-files.ts";
import type { OwnedFiles } from "../files/owned-files.ts";
import { pluginText } from "../plugin/plugin-text.ts";

/** A plugin in the user's directory is loaded automatically; the settings say what it may read. */
export function pluginFiles(setup: ClientSetup): OwnedFiles {
  const files = new Map([
    ["index.js", pluginText("openclaw", setup)],
    ["openclaw.plugin.json", jsonFile(manifest(setup))],
    ["package.json", jsonFile(packageManifest(setup))],
    ["skills/checkpoint/SKILL.md", checkpointSkill(setup.terminal)],
  ]);
  return { root: join(setup.configDir, "extensions", "holdfast"), files };
}

function packageManifest({ version }: ClientSetup) {
  return {
    name: "holdfast-openclaw",
    version,
    private: true,
    type: "module",
    openclaw: { extensions: ["./index.js"] },
  };
}

/** `OPENCLAW_CLI` tells our server which client started it. */
function manifest({ node, mainScript }: ClientSetup) {
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

/**
 * For a gateway that loads no plugins. A hook pack sees no prompts and no tools; they are read from the client's
 * database.
 */
export function packFiles(setup: ClientSetup): OwnedFiles {
  const files = new Map([
    ["HOOK.md", ABOUT],
    ["handler.js", pluginText("openclaw-hook-pack", setup)],
    ["package.json", '{ "type": "module" }\n'],
  ]);
  return { root: join(setup.configDir, "hooks", "holdfast"), files };
}

const EVENTS = [
  "agent:bootstrap",
  "command:new",
  "command:reset",
  "command:stop",
  "session:compact:after",
  "session:auto-reset",
  "gateway:shutdown",
];

const ABOUT = `---
name: holdfast
description: "Checkpoints of your work that survive compaction, crashes and closed sessions"
metadata: ${JSON.stringify({ openclaw: { events: EVENTS } })}
---
# Holdfast

Written by \`holdfast connect openclaw\`, removed by \`holdfast disconnect openclaw\`. Without Holdfast it does nothing.
`;
