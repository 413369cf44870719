import { join } from "node:path";
import type { ConnectPaths } from "../../kernel/agent/agent.ts";
import { checkpointSkill } from "../checkpoint-skill.ts";
import type { OwnedFiles } from "../files/owned-files.ts";
import { hookProgram, hookTimeout } from "../hook-command.ts";
import { configDirectory } from "./environment.ts";
import { hooks } from "./hooks.ts";
import { terminal } from "./terminal.ts";

/** Seconds. */
const PERMISSION_TIMEOUT = 5;
const DIGEST_TOOL = "mcp__plugin_holdfast_holdfast__session_digest";

/**
 * A plugin in the user's skills directory is loaded automatically: none of the user's files is touched, and deleting
 * the directory removes the plugin. Hooks are in exec form, so no shell ever parses our paths.
 */
export function pluginFiles(paths: ConnectPaths): OwnedFiles {
  const files = new Map([
    [".claude-plugin/plugin.json", json(manifest(paths))],
    ["hooks/hooks.json", json({ hooks: hooksFor(paths) })],
    ["skills/checkpoint/SKILL.md", checkpointSkill({ ...terminal, tiers: ["haiku", "sonnet", "opus"] })],
    [
      ".mcp.json",
      json({ mcpServers: { holdfast: { command: paths.node, args: [paths.mainScript, "mcp"] } } }),
    ],
  ]);
  return { root: join(configDirectory(paths), "skills", "holdfast"), files };
}

function manifest({ version }: ConnectPaths) {
  return {
    name: "holdfast",
    version,
    description: "Checkpoints of your work that survive compaction, crashes and closed sessions",
    author: { name: "Holdfast" },
    license: "MIT",
  };
}

function hooksFor(paths: ConnectPaths) {
  // The client's default is 600 seconds, and 1.5 at the end of a session.
  const own = hooks.events.map(({ name }) => [
    name,
    [{ hooks: [{ type: "command", ...hookProgram(hooks, paths, name), timeout: hookTimeout(hooks, name) }] }],
  ]);
  return { ...Object.fromEntries(own), ...(paths.permitsDigest ? { PreToolUse: [permission(paths)] } : {}) };
}

/** Permits one of our tools without a rule in the user's settings. It runs for no other tool and reads no input. */
function permission({ node }: ConnectPaths) {
  const hookSpecificOutput = {
    hookEventName: "PreToolUse",
    permissionDecision: "allow",
    permissionDecisionReason: "Debriefs are on: holdfast connect --debrief",
  };
  const args = ["-p", JSON.stringify(JSON.stringify({ hookSpecificOutput }))];
  return {
    matcher: DIGEST_TOOL,
    hooks: [{ type: "command", command: node, args, timeout: PERMISSION_TIMEOUT }],
  };
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
