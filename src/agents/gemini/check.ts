import { join } from "node:path";
import * as z from "zod";
import type { ConnectionCheck, ConnectPaths } from "../../kernel/agent/agent.ts";
import { checkFiles, checkHookFiles, readSettings } from "../files/check-files.ts";
import { configDirectory } from "./environment.ts";
import { extensionFiles, policyFiles } from "./extension-files.ts";
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

export async function check(paths: ConnectPaths): Promise<ConnectionCheck> {
  const found = await checkHookFiles(paths, extensionFiles(paths), {
    hooks,
    hooksFile: "hooks/hooks.json",
  });
  if (!found.installed) return found;
  return {
    ...found,
    problems: [...found.problems, ...(await disabledProblems(paths)), ...(await policyProblems(paths))],
  };
}

async function policyProblems(paths: ConnectPaths): Promise<string[]> {
  if (!paths.permitsDigest) return [];
  const { root, files } = policyFiles(paths);
  const { installed, problems } = await checkFiles(paths, { root, files }, REPAIR);
  return installed ? problems : [`${root} has no rule for session_digest, so each debrief asks: ${REPAIR}`];
}

async function disabledProblems(paths: ConnectPaths): Promise<string[]> {
  return [...(await settingsProblems(paths)), ...(await enablementProblems(paths))];
}

async function enablementProblems(paths: ConnectPaths): Promise<string[]> {
  const path = join(configDirectory(paths), "extensions", "extension-enablement.json");
  const rules = (await readSettings(path, Enablement))?.holdfast?.overrides ?? [];
  const off = rules.filter((rule) => rule.startsWith("!")).map((rule) => rule.slice(1));
  if (off.length === 0) return [];
  return [
    `${path} turns the extension off in ${off.join(", ")}: run \`gemini extensions enable holdfast\` there`,
  ];
}

async function settingsProblems(paths: ConnectPaths): Promise<string[]> {
  const path = join(configDirectory(paths), "settings.json");
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
