import { type Json5Value, readJson5, valueAt } from "./json5-tree.ts";

/** False if the user's settings disable all plugins. Hook packs are loaded even then. */
export function loadsPlugins(settings: string): boolean {
  return !isFalse(valueAt(readJson5(settings), "plugins", "enabled"));
}

/** True only for the value `false`, not for a missing value. */
export function isFalse(value: Json5Value | undefined): boolean {
  return value?.type === "scalar" && value.text === "false";
}
