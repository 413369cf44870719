import { existsSync, readFileSync } from "node:fs";
import { Config } from "../kernel/config.ts";
import type { Paths } from "../kernel/paths.ts";

/**
 * Names in the user's file that no setting has, as `continuity.enabledd`. They are no error where settings are read: a
 * newer version may know them, and a hook shall not stand still for a typing mistake.
 */
export function unknownSettings({ configFile }: Pick<Paths, "configFile">): string[] {
  if (!existsSync(configFile)) return [];
  const written: unknown = JSON.parse(readFileSync(configFile, "utf8"));
  return namesOnlyIn(written, Config.parse(written), "");
}

function namesOnlyIn(written: unknown, known: unknown, prefix: string): string[] {
  if (!isObject(written) || !isObject(known)) return [];
  return Object.entries(written).flatMap(([name, value]) =>
    Object.hasOwn(known, name) ? namesOnlyIn(value, known[name], `${prefix}${name}.`) : [`${prefix}${name}`],
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
