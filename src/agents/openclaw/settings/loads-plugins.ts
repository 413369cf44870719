import { type Json5Value, readJson5, valueAt } from "./json5-tree.ts";

/** False where the user's settings turn all plugins off; hook packs are loaded then, too. */
export function loadsPlugins(settings: string): boolean {
  return !isFalse(valueAt(readJson5(settings), "plugins", "enabled"));
}

/** What is not there is not false. */
export function isFalse(value: Json5Value | undefined): boolean {
  return value?.type === "scalar" && value.text === "false";
}
