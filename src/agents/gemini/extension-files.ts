import { join } from "node:path";
import type { ConnectPlace } from "../../kernel/agent/agent.ts";
import { checkpointSkill } from "../checkpoint-skill.ts";
import type { OwnFolder } from "../files/own-folder.ts";
import { hookLine } from "../hook-command.ts";
import { hooks } from "./hooks.ts";

/** Milliseconds. The client's default is one minute. */
const TIMEOUT = 5_000;

/** Where the client keeps its configuration. */
export function configFolder({ home, configDirs }: ConnectPlace): string {
  return configDirs["gemini"] ?? join(home, ".gemini");
}

/** An extension in the user's directory is loaded automatically: no settings of the user are touched. */
export function extensionFolder(place: ConnectPlace): OwnFolder {
  const files = new Map([
    ["gemini-extension.json", json(manifest(place))],
    ["hooks/hooks.json", json({ hooks: hooksFor(place) })],
    ["skills/checkpoint/SKILL.md", checkpointSkill()],
  ]);
  return { root: join(configFolder(place), "extensions", "holdfast"), files };
}

/** The client accepts no permission from an extension, only from the user's own rules: this is our file among those. */
export function policyFolder(place: ConnectPlace): OwnFolder {
  return { root: join(configFolder(place), "policies"), files: new Map([["holdfast.toml", POLICY]]) };
}

const POLICY = `# Written by "holdfast connect --debrief", removed by "holdfast disconnect gemini".
[[rule]]
mcpName = "holdfast"
toolName = "session_digest"
decision = "allow"
priority = 100
`;

function manifest({ node, mainScript }: ConnectPlace) {
  return {
    name: "holdfast",
    version: "0.1.0",
    description: "Checkpoints of your work that outlive compression, crashes and closed sessions",
    mcpServers: { holdfast: { command: node, args: [mainScript, "mcp"] } },
  };
}

function hooksFor(place: ConnectPlace) {
  return Object.fromEntries(
    hooks.events.map(({ name: event, matcher = "*" }) => {
      // At a timeout the client kills only the shell, then waits for the pipes of its children: `exec` avoids that.
      const command = hookLine(hooks, event, place);
      const hook = { type: "command", name: `holdfast-${event}`, command, timeout: TIMEOUT };
      return [event, [{ matcher, hooks: [hook] }]];
    }),
  );
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
