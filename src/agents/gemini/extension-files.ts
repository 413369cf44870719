import { join } from "node:path";
import type { ConnectPaths } from "../../kernel/agent/agent.ts";
import { checkpointSkill } from "../checkpoint-skill.ts";
import type { OwnedFiles } from "../files/owned-files.ts";
import { hookLine, hookTimeout } from "../hook-command.ts";
import { configDirectory } from "./environment.ts";
import { hooks } from "./hooks.ts";
import { terminal } from "./terminal.ts";

/** An extension in the user's directory is loaded automatically: the user's settings are not touched. */
export function extensionFiles(paths: ConnectPaths): OwnedFiles {
  const files = new Map([
    ["gemini-extension.json", json(manifest(paths))],
    ["hooks/hooks.json", json({ hooks: hooksFor(paths) })],
    ["skills/checkpoint/SKILL.md", checkpointSkill(terminal)],
  ]);
  return { root: join(configDirectory(paths), "extensions", "holdfast"), files };
}

/**
 * The client accepts permissions only from the user's own rules, not from an extension. This is our file among the
 * rules.
 */
export function policyFiles(paths: ConnectPaths): OwnedFiles {
  const files = new Map([["holdfast.toml", POLICY]]);
  return { root: join(configDirectory(paths), "policies"), files, isShared: true };
}

const POLICY = `# Written by "holdfast connect --debrief", removed by "holdfast disconnect gemini".
[[rule]]
mcpName = "holdfast"
toolName = "session_digest"
decision = "allow"
priority = 100
`;

function manifest({ node, mainScript, version }: ConnectPaths) {
  return {
    name: "holdfast",
    version,
    description: "Checkpoints of your work that survive compression, crashes and closed sessions",
    mcpServers: { holdfast: { command: node, args: [mainScript, "mcp"] } },
  };
}

function hooksFor(paths: ConnectPaths) {
  return Object.fromEntries(
    hooks.events.map(({ name: event, matcher = "*" }) => {
      // At a timeout the client kills only the shell, then waits for the pipes of its children: `exec` avoids that.
      const command = hookLine(hooks, event, paths);
      // In milliseconds; the client's default is one minute.
      const timeout = hookTimeout(hooks, event) * 1_000;
      const hook = { type: "command", name: `holdfast-${event}`, command, timeout };
      return [event, [{ matcher, hooks: [hook] }]];
    }),
  );
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
