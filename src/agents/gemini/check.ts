import { join } from "node:path";
import * as z from "zod";
import type { ConnectionCheck, ConnectPlace } from "../../kernel/agent/agent.ts";
import { checkFiles, checkFolder, readSettings } from "../files/check-folder.ts";
import { configFolder, extensionFolder, policyFolder } from "./extension-files.ts";
import { hooks } from "./hooks.ts";

const REPAIR = "run `holdfast connect gemini`";

const Settings = z.object({
  hooksConfig: z
    .object({ enabled: z.boolean().optional(), disabled: z.array(z.string()).optional() })
    .optional(),
  extensions: z.object({ disabled: z.array(z.string()).optional() }).optional(),
});

/** Written by `gemini extensions disable`: paths with globs. The last match counts, and `!` disables. */
const Enablement = z.object({
  holdfast: z.object({ overrides: z.array(z.string()) }).optional(),
});

export async function check(place: ConnectPlace): Promise<ConnectionCheck> {
  const found = await checkFolder(place, extensionFolder(place), {
    hooks,
    hooksFile: "hooks/hooks.json",
  });
  if (!found.installed) return found;
  return { ...found, problems: [...found.problems, ...(await switchedOff(place)), ...(await asks(place))] };
}

async function asks(place: ConnectPlace): Promise<string[]> {
  if (!place.permitsDigest) return [];
  const { root, files } = policyFolder(place);
  const { installed, problems } = await checkFiles(place, { root, files }, REPAIR);
  return installed ? problems : [`${root} has no rule for session_digest, so each debrief asks: ${REPAIR}`];
}

async function switchedOff(place: ConnectPlace): Promise<string[]> {
  return [...(await settingsProblems(place)), ...(await enablementProblems(place))];
}

async function enablementProblems(place: ConnectPlace): Promise<string[]> {
  const path = join(configFolder(place), "extensions", "extension-enablement.json");
  const rules = (await readSettings(path, Enablement))?.holdfast?.overrides ?? [];
  const off = rules.filter((rule) => rule.startsWith("!")).map((rule) => rule.slice(1));
  if (off.length === 0) return [];
  return [
    `${path} turns the extension off in ${off.join(", ")}: run \`gemini extensions enable holdfast\` there`,
  ];
}

async function settingsProblems(place: ConnectPlace): Promise<string[]> {
  const path = join(configFolder(place), "settings.json");
  const settings = await readSettings(path, Settings);
  if (!settings) return [];
  const { hooksConfig: hooks = {}, extensions = {} } = settings;
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
