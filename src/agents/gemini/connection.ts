import { join } from "node:path";
import * as z from "zod";
import type { SessionRetention } from "../../kernel/agent/agent.ts";
import { checkpointSkill } from "../checkpoint-skill.ts";
import { checkFiles } from "../files/check-files.ts";
import { type ClientSetup, repairOf } from "../files/client-connection.ts";
import { jsonFile, ownFiles } from "../files/own-files.ts";
import type { OwnedFiles } from "../files/owned-files.ts";
import { durationInDays, readSettings } from "../files/settings.ts";
import { hookLine, hookTimeout } from "../hook-command.ts";

export const connection = ownFiles({
  files: extensionFiles,
  optional: (setup) => ({ files: policyFiles(setup), isWanted: setup.permitsDigest === true }),
  plan(setup) {
    const what = "an extension: hooks, the checkpoint skill and the MCP server; your settings do not change";
    const permission = {
      path: policyFiles(setup).root,
      what: "a rule that permits session_digest without asking",
    };
    const changes = [{ path: extensionFiles(setup).root, what }];
    return { changes: [...changes, ...(setup.permitsDigest ? [permission] : [])] };
  },
  problems: async (setup) => [
    ...(await settingsProblems(setup)),
    ...(await enablementProblems(setup)),
    ...(await policyProblems(setup)),
  ],
});

/** An extension in the user's directory is loaded automatically: the user's settings are not touched. */
function extensionFiles(setup: ClientSetup): OwnedFiles {
  const files = new Map([
    ["gemini-extension.json", jsonFile(manifest(setup))],
    ["hooks/hooks.json", jsonFile({ hooks: hooksFor(setup) })],
    ["skills/checkpoint/SKILL.md", checkpointSkill(setup.terminal)],
  ]);
  return { root: join(setup.configDir, "extensions", "holdfast"), files, hooksFile: "hooks/hooks.json" };
}

function manifest({ node, mainScript, version }: ClientSetup) {
  return {
    name: "holdfast",
    version,
    description: "Checkpoints of your work that survive compression, crashes and closed sessions",
    mcpServers: { holdfast: { command: node, args: [mainScript, "mcp"] } },
  };
}

function hooksFor(setup: ClientSetup) {
  const { hooks } = setup;
  const groups: Record<string, object[]> = {};
  for (const event of hooks.events) {
    const { name, matcher = "*" } = event;
    // At a timeout the client kills only the shell, then waits for the pipes of its children: `exec` avoids that.
    const command = hookLine(hooks, event, setup);
    // In milliseconds; the client's default is one minute.
    const timeout = hookTimeout(hooks, event) * 1_000;
    const hook = { type: "command", name: `holdfast-${name}`, command, timeout };
    groups[name] = [...(groups[name] ?? []), { matcher, hooks: [hook] }];
  }
  return groups;
}

/**
 * The client accepts permissions only from the user's own rules, not from an extension. This is our file among the
 * rules.
 */
function policyFiles({ configDir }: ClientSetup): OwnedFiles {
  const files = new Map([["holdfast.toml", POLICY]]);
  return { root: join(configDir, "policies"), files, isShared: true };
}

const POLICY = `# Written by "holdfast connect --debrief", removed by "holdfast disconnect gemini".
[[rule]]
mcpName = "holdfast"
toolName = "session_digest"
decision = "allow"
priority = 100
`;

async function policyProblems(setup: ClientSetup): Promise<string[]> {
  if (!setup.permitsDigest) return [];
  const policy = policyFiles(setup);
  const { installed, problems } = await checkFiles(setup, policy);
  if (installed) return problems;
  return [`${policy.root} has no rule for session_digest, so each debrief asks: ${repairOf(setup)}`];
}

/** Written by `gemini extensions disable`: paths with globs. The last match counts, and `!` disables. */
const Enablement = z.object({
  holdfast: z.object({ overrides: z.array(z.string()) }).optional(),
});

async function enablementProblems({ configDir }: ClientSetup): Promise<string[]> {
  const path = join(configDir, "extensions", "extension-enablement.json");
  const rules = (await readSettings(path, Enablement))?.holdfast?.overrides ?? [];
  const off = rules.filter((rule) => rule.startsWith("!")).map((rule) => rule.slice(1));
  if (off.length === 0) return [];
  return [
    `${path} turns the extension off in ${off.join(", ")}: run \`gemini extensions enable holdfast\` there`,
  ];
}

const Disabling = z.object({
  hooksConfig: z
    .object({ enabled: z.boolean().optional(), disabled: z.array(z.string()).optional() })
    .optional(),
  extensions: z.object({ disabled: z.array(z.string()).optional() }).optional(),
});

async function settingsProblems(setup: ClientSetup): Promise<string[]> {
  const path = settingsFile(setup);
  const { hooksConfig: hooks = {}, extensions = {} } = (await readSettings(path, Disabling)) ?? {};
  const off = hooks.disabled?.filter((name) => name.startsWith("holdfast-")) ?? [];
  const findings: [boolean, string][] = [
    [hooks.enabled === false, `${path} turns all hooks off: remove hooksConfig.enabled there`],
    [off.length > 0, `${path} turns ${off.join(", ")} off: remove them from hooksConfig.disabled`],
    [
      extensions.disabled?.includes("holdfast") === true,
      `${path} turns the extension off: remove it from extensions.disabled`,
    ],
  ];
  return findings.filter(([holds]) => holds).map(([, finding]) => finding);
}

function settingsFile({ configDir }: ClientSetup): string {
  return join(configDir, "settings.json");
}

const Retention = z.object({
  general: z
    .object({
      sessionRetention: z
        .object({ enabled: z.boolean().optional(), maxAge: z.string().optional() })
        .optional(),
    })
    .optional(),
});

const UNITS = { h: 1 / 24, d: 1, w: 7, m: 30 };
const DEFAULT_DAYS = 30;

export async function sessionRetention(setup: ClientSetup): Promise<SessionRetention> {
  const settings = await readSettings(settingsFile(setup), Retention);
  const { enabled = true, maxAge } = settings?.general?.sessionRetention ?? {};
  const days = durationInDays(maxAge, UNITS) ?? DEFAULT_DAYS;
  return { days: enabled ? days : null, setting: "general.sessionRetention.maxAge" };
}
