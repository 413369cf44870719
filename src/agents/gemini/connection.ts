import { join } from "node:path";
import * as z from "zod";
import type { SessionRetention } from "../../kernel/agent/agent.ts";
import { checkpointSkill } from "../checkpoint-skill.ts";
import { checkFiles } from "../files/check-files.ts";
import { type ClientPlace, repairOf } from "../files/client-connection.ts";
import { jsonFile, ownFiles } from "../files/own-files.ts";
import type { OwnedFiles } from "../files/owned-files.ts";
import { durationInDays, readSettings } from "../files/settings.ts";
import { hookLine, hookTimeout } from "../hook-command.ts";

export const connection = ownFiles({
  files: extensionFiles,
  optional: (place) => ({ files: policyFiles(place), isWanted: place.permitsDigest === true }),
  plan(place) {
    const what = "an extension: hooks, the checkpoint skill and the MCP server; your settings do not change";
    const permission = {
      path: policyFiles(place).root,
      what: "a rule that permits session_digest without asking",
    };
    const changes = [{ path: extensionFiles(place).root, what }];
    return { changes: [...changes, ...(place.permitsDigest ? [permission] : [])] };
  },
  problems: async (place) => [
    ...(await settingsProblems(place)),
    ...(await enablementProblems(place)),
    ...(await policyProblems(place)),
  ],
});

/** An extension in the user's directory is loaded automatically: the user's settings are not touched. */
function extensionFiles(place: ClientPlace): OwnedFiles {
  const files = new Map([
    ["gemini-extension.json", jsonFile(manifest(place))],
    ["hooks/hooks.json", jsonFile({ hooks: hooksFor(place) })],
    ["skills/checkpoint/SKILL.md", checkpointSkill(place.terminal)],
  ]);
  return { root: join(place.configDir, "extensions", "holdfast"), files, hooksFile: "hooks/hooks.json" };
}

function manifest({ node, mainScript, version }: ClientPlace) {
  return {
    name: "holdfast",
    version,
    description: "Checkpoints of your work that survive compression, crashes and closed sessions",
    mcpServers: { holdfast: { command: node, args: [mainScript, "mcp"] } },
  };
}

function hooksFor(place: ClientPlace) {
  const { hooks } = place;
  return Object.fromEntries(
    hooks.events.map(({ name: event, matcher = "*" }) => {
      // At a timeout the client kills only the shell, then waits for the pipes of its children: `exec` avoids that.
      const command = hookLine(hooks, event, place);
      // In milliseconds; the client's default is one minute.
      const timeout = hookTimeout(hooks, event) * 1_000;
      const hook = { type: "command", name: `holdfast-${event}`, command, timeout };
      return [event, [{ matcher, hooks: [hook] }]];
    }),
  );
}

/**
 * The client accepts permissions only from the user's own rules, not from an extension. This is our file among the
 * rules.
 */
function policyFiles({ configDir }: ClientPlace): OwnedFiles {
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

async function policyProblems(place: ClientPlace): Promise<string[]> {
  if (!place.permitsDigest) return [];
  const policy = policyFiles(place);
  const { installed, problems } = await checkFiles(place, policy);
  if (installed) return problems;
  return [`${policy.root} has no rule for session_digest, so each debrief asks: ${repairOf(place)}`];
}

/** Written by `gemini extensions disable`: paths with globs. The last match counts, and `!` disables. */
const Enablement = z.object({
  holdfast: z.object({ overrides: z.array(z.string()) }).optional(),
});

async function enablementProblems({ configDir }: ClientPlace): Promise<string[]> {
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

async function settingsProblems(place: ClientPlace): Promise<string[]> {
  const path = settingsFile(place);
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

function settingsFile({ configDir }: ClientPlace): string {
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

export async function sessionRetention(place: ClientPlace): Promise<SessionRetention> {
  const settings = await readSettings(settingsFile(place), Retention);
  const { enabled = true, maxAge } = settings?.general?.sessionRetention ?? {};
  const days = durationInDays(maxAge, UNITS) ?? DEFAULT_DAYS;
  return { days: enabled ? days : null, setting: "general.sessionRetention.maxAge" };
}
