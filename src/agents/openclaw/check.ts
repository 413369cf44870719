import type { ConnectionCheck, ConnectPlace } from "../../kernel/agent/agent.ts";
import { checkFiles } from "../files/check-folder.ts";
import { readIfThere } from "../files/write-if-changed.ts";
import { packFolder } from "./hook-pack.ts";
import { pluginFolder, settingsFile } from "./plugin-files.ts";
import { isGranted, PACK_GRANT, PLUGIN_GRANT } from "./settings/grant.ts";
import { type Json5Value, readJson5, valueAt } from "./settings/json5-tree.ts";
import { isFalse, loadsPlugins } from "./settings/loads-plugins.ts";

const REPAIR = "run `holdfast connect openclaw`";

export async function check(place: ConnectPlace): Promise<ConnectionCheck> {
  const path = settingsFile(place);
  const text = (await readIfThere(path)) ?? "";
  const isPlugin = loadsPlugins(text);
  const found = await checkFiles(place, isPlugin ? pluginFolder(place) : packFolder(place), REPAIR);
  if (!found.installed) return await withOther(place, found, isPlugin);
  const problems = isPlugin ? pluginProblems(text) : packProblems(text);
  return { ...found, problems: [...found.problems, ...problems.map((problem) => `${path} ${problem}`)] };
}

/** The settings were changed since: what is there is not what the client loads. */
async function withOther(
  place: ConnectPlace,
  found: ConnectionCheck,
  isPlugin: boolean,
): Promise<ConnectionCheck> {
  const other = await checkFiles(place, isPlugin ? packFolder(place) : pluginFolder(place), REPAIR);
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
