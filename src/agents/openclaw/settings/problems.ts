import { isGranted, PACK_GRANT, PLUGIN_GRANT } from "./grant.ts";
import { type Json5Value, readJson5, valueAt } from "./json5-tree.ts";

/** False if the user's settings disable all plugins. Hook packs are loaded even then. */
export function loadsPlugins(settings: string): boolean {
  return !isFalse(valueAt(readJson5(settings), "plugins", "enabled"));
}

/** What keeps the plugin from working. Each problem continues the path of the settings. */
export function pluginProblems(settings: string, repair: string): string[] {
  const plugins = valueAt(readJson5(settings), "plugins");
  const entry = valueAt(plugins, "entries", "holdfast");
  const allowed = namesIn(valueAt(plugins, "allow"));
  return failed([
    [!isGranted(settings, PLUGIN_GRANT), `does not permit the plugin to read conversations: ${repair}`],
    [isFalse(valueAt(entry, "enabled")), "turns the plugin off: run `openclaw plugins enable holdfast`"],
    [
      allowed.length > 0 && !allowed.includes("holdfast"),
      `does not name the plugin in plugins.allow: ${repair}`,
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

/** The same for the hook pack. */
export function packProblems(settings: string, repair: string): string[] {
  const internal = valueAt(readJson5(settings), "hooks", "internal");
  return failed([
    [isFalse(valueAt(internal, "enabled")), "turns hook packs off: remove hooks.internal.enabled there"],
    [!isGranted(settings, PACK_GRANT), `does not name the hook pack in hooks.internal.entries: ${repair}`],
  ]);
}

/** True only for the value `false`, not for a missing value. */
function isFalse(value: Json5Value | undefined): boolean {
  return value?.type === "scalar" && value.text === "false";
}

function failed(findings: readonly (readonly [boolean, string])[]): string[] {
  return findings.filter(([holds]) => holds).map(([, finding]) => finding);
}

function namesIn(value: Json5Value | undefined): string[] {
  if (value?.type !== "array") return [];
  return value.items.flatMap((item) => (item.type === "scalar" ? [item.text] : []));
}
