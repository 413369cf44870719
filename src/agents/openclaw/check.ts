import type { ConnectionCheck, ConnectPaths } from "../../kernel/agent/agent.ts";
import { checkFiles } from "../files/check-files.ts";
import { readIfExists } from "../files/write-if-changed.ts";
import { packFiles } from "./hook-pack.ts";
import { pluginFiles, settingsFile } from "./plugin-files.ts";
import { isGranted, PACK_GRANT, PLUGIN_GRANT } from "./settings/grant.ts";
import { type Json5Value, readJson5, valueAt } from "./settings/json5-tree.ts";
import { isFalse, loadsPlugins } from "./settings/loads-plugins.ts";

const REPAIR = "run `holdfast connect openclaw`";

export async function check(paths: ConnectPaths): Promise<ConnectionCheck> {
  const path = settingsFile(paths);
  const text = (await readIfExists(path)) ?? "";
  const isPlugin = loadsPlugins(text);
  const found = await checkFiles(paths, isPlugin ? pluginFiles(paths) : packFiles(paths), REPAIR);
  if (!found.installed) return await withOtherForm(paths, found, isPlugin);
  const problems = isPlugin ? pluginProblems(text) : packProblems(text);
  return { ...found, problems: [...found.problems, ...problems.map((problem) => `${path} ${problem}`)] };
}

/**
 * If the settings were changed since, the form that is installed (plugin or hook pack) is not the one that the client
 * loads.
 */
async function withOtherForm(
  paths: ConnectPaths,
  found: ConnectionCheck,
  isPlugin: boolean,
): Promise<ConnectionCheck> {
  const other = await checkFiles(paths, isPlugin ? packFiles(paths) : pluginFiles(paths), REPAIR);
  if (!other.installed) return found;
  const now = isPlugin ? "no longer turn plugins off" : "turn all plugins off (plugins.enabled)";
  return { ...other, problems: [...other.problems, `OpenClaw's settings ${now}: ${REPAIR}`] };
}

function pluginProblems(text: string): string[] {
  const plugins = valueAt(readJson5(text), "plugins");
  const entry = valueAt(plugins, "entries", "holdfast");
  const allowed = namesIn(valueAt(plugins, "allow"));
  return failed([
    [!isGranted(text, PLUGIN_GRANT), `does not permit the plugin to read conversations: ${REPAIR}`],
    [isFalse(valueAt(entry, "enabled")), "turns the plugin off: run `openclaw plugins enable holdfast`"],
    [
      allowed.length > 0 && !allowed.includes("holdfast"),
      `does not name the plugin in plugins.allow: ${REPAIR}`,
    ],
    [
      namesIn(valueAt(plugins, "deny")).includes("holdfast"),
      "names the plugin in plugins.deny: remove it there",
    ],
    [
      isFalse(valueAt(entry, "hooks", "allowPromptInjection")),
      "keeps the plugin from adding to a prompt, so nothing is recovered: remove allowPromptInjection there",
    ],
  ]);
}

function packProblems(text: string): string[] {
  const internal = valueAt(readJson5(text), "hooks", "internal");
  return failed([
    [isFalse(valueAt(internal, "enabled")), "turns hook packs off: remove hooks.internal.enabled there"],
    [!isGranted(text, PACK_GRANT), `does not name the hook pack in hooks.internal.entries: ${REPAIR}`],
  ]);
}

function failed(findings: readonly (readonly [boolean, string])[]): string[] {
  return findings.filter(([holds]) => holds).map(([, finding]) => finding);
}

function namesIn(value: Json5Value | undefined): string[] {
  if (value?.type !== "array") return [];
  return value.items.flatMap((item) => (item.type === "scalar" ? [item.text] : []));
}
