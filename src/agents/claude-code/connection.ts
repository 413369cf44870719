import { join } from "node:path";
import * as z from "zod";
import type { SessionRetention } from "../../kernel/agent/agent.ts";
import { checkpointSkill } from "../checkpoint-skill.ts";
import type { ClientSetup } from "../files/client-connection.ts";
import { jsonFile, ownFiles } from "../files/own-files.ts";
import type { OwnedFiles } from "../files/owned-files.ts";
import { readSettings } from "../files/settings.ts";
import { hookProgram, hookTimeout } from "../hook-command.ts";

/** Seconds. */
const PERMISSION_TIMEOUT = 5;
const DIGEST_TOOL = "mcp__plugin_holdfast_holdfast__session_digest";
const DEFAULT_DAYS = 30;

const Settings = z.object({
  disableAllHooks: z.boolean().optional().catch(undefined),
  cleanupPeriodDays: z.number().nonnegative().optional().catch(undefined),
});

export const connection = ownFiles({
  files: pluginFiles,
  plan(setup) {
    const permission = setup.permitsDigest ? ", permission to call session_digest without asking" : "";
    const what = `a plugin: hooks, the checkpoint skill and the MCP server${permission}; your settings do not change`;
    return { changes: [{ path: pluginFiles(setup).root, what }] };
  },
  async problems(setup) {
    const { path, settings } = await settingsOf(setup);
    return settings?.disableAllHooks ? [`${path} turns all hooks off: remove disableAllHooks there`] : [];
  },
});

/** Claude Code deletes old transcripts whenever it starts. With 0 it writes none. */
export async function sessionRetention(setup: ClientSetup): Promise<SessionRetention> {
  const { settings } = await settingsOf(setup);
  return { days: settings?.cleanupPeriodDays ?? DEFAULT_DAYS, setting: "cleanupPeriodDays" };
}

async function settingsOf({ configDir }: ClientSetup) {
  const path = join(configDir, "settings.json");
  return { path, settings: await readSettings(path, Settings) };
}

/**
 * A plugin in the user's skills directory is loaded automatically: none of the user's files is touched, and deleting
 * the directory removes the plugin. Hooks are in exec form, so no shell ever parses our paths.
 */
function pluginFiles(setup: ClientSetup): OwnedFiles {
  const { node, mainScript, configDir, terminal } = setup;
  const files = new Map([
    [".claude-plugin/plugin.json", jsonFile(manifest(setup))],
    ["hooks/hooks.json", jsonFile({ hooks: hooksFor(setup) })],
    ["skills/checkpoint/SKILL.md", checkpointSkill({ ...terminal, tiers: ["haiku", "sonnet", "opus"] })],
    [".mcp.json", jsonFile({ mcpServers: { holdfast: { command: node, args: [mainScript, "mcp"] } } })],
  ]);
  return { root: join(configDir, "skills", "holdfast"), files, hooksFile: "hooks/hooks.json" };
}

function manifest({ version }: ClientSetup) {
  return {
    name: "holdfast",
    version,
    description: "Checkpoints of your work that survive compaction, crashes and closed sessions",
    author: { name: "Holdfast" },
    license: "MIT",
  };
}

function hooksFor(setup: ClientSetup) {
  const { hooks, permitsDigest } = setup;
  // The client's default is 600 seconds, and 1.5 at the end of a session.
  const own = hooks.events.map((event) => {
    const hook = { type: "command", ...hookProgram(hooks, setup, event), timeout: hookTimeout(hooks, event) };
    const isPermitted = permitsDigest && event.answer === "wait";
    const matcher = event.matcher === undefined ? {} : { matcher: event.matcher };
    return [event.name, [{ ...matcher, hooks: [hook] }, ...(isPermitted ? [permission(setup)] : [])]];
  });
  return Object.fromEntries(own);
}

/** Permits one of our tools without a rule in the user's settings. It runs for no other tool and reads no input. */
function permission({ node }: ClientSetup) {
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
