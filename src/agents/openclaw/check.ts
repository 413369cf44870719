import type { ConnectionCheck, ConnectPlace } from "../../kernel/agent/agent.ts";
import { checkFiles } from "../files/check-folder.ts";
import { readIfThere } from "../files/write-if-changed.ts";
import { isGranted } from "./grant.ts";
import { type Json5Value, readJson5, valueAt } from "./json5-tree.ts";
import { pluginFolder, settingsFile } from "./plugin-files.ts";

const REPAIR = "run `holdfast connect openclaw`";

export async function check(place: ConnectPlace): Promise<ConnectionCheck> {
  const found = await checkFiles(place, pluginFolder(place), REPAIR);
  if (!found.installed) return found;
  const path = settingsFile(place);
  const text = (await readIfThere(path)) ?? "";
  const problems = settingsProblems(text).map((problem) => `${path} ${problem}`);
  return { ...found, problems: [...found.problems, ...problems] };
}

function settingsProblems(text: string): string[] {
  const plugins = valueAt(readJson5(text), "plugins");
  const entry = valueAt(plugins, "entries", "holdfast");
  const allowed = namesIn(valueAt(plugins, "allow"));
  const findings: [boolean, string][] = [
    [!isGranted(text), `does not permit the plugin to read conversations: ${REPAIR}`],
    [isFalse(valueAt(plugins, "enabled")), "turns all plugins off: remove plugins.enabled there"],
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
  ];
  return findings.filter(([holds]) => holds).map(([, finding]) => finding);
}

function isFalse(value: Json5Value | undefined): boolean {
  return value?.type === "scalar" && value.text === "false";
}

function namesIn(value: Json5Value | undefined): string[] {
  if (value?.type !== "array") return [];
  return value.items.flatMap((item) => (item.type === "scalar" ? [item.text] : []));
}
