import { readSmallFile } from "../files/read-small-file.ts";
import { Config } from "../kernel/config/config.ts";
import type { Paths } from "../kernel/paths.ts";
import { tryParseJson } from "../text/json-text.ts";

/**
 * Unknown names in the settings file, such as `continuity.enabledd`. Reading settings ignores them: a newer version may
 * know them, and a hook must not fail because of a typo.
 */
export function unknownSettings({ configFile }: Pick<Paths, "configFile">): string[] {
  const written = tryParseJson(readSmallFile(configFile));
  if (written === undefined) return [];
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
