import { join } from "node:path";
import type { ConnectPaths } from "../../kernel/agent/agent.ts";
import type { OwnedFiles } from "../files/owned-files.ts";
import { pluginText } from "../plugin/plugin-text.ts";
import { configDirectory } from "./environment.ts";
import { hooks } from "./hooks.ts";

/**
 * For a gateway that loads no plugins. A hook pack sees no prompts and no tools; they are read from the client's
 * database.
 */
export function packFiles(paths: ConnectPaths): OwnedFiles {
  const files = new Map([
    ["HOOK.md", ABOUT],
    ["handler.js", pluginText("openclaw-hook-pack", hooks, paths)],
    ["package.json", '{ "type": "module" }\n'],
  ]);
  return { root: join(configDirectory(paths), "hooks", "holdfast"), files };
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
