import { mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import * as z from "zod";
import { isMissing } from "../files/file-errors.ts";
import { replaceUserFile } from "../files/replace-user-file.ts";
import { HoldfastError } from "../kernel/errors.ts";
import type { Paths } from "../kernel/paths.ts";

const Settings = z.record(z.string(), z.unknown());

/** Changes fields of one section in the user's settings file and preserves all other settings. */
export function changeSetting(
  { configFile }: Pick<Paths, "configFile">,
  section: string,
  change: object,
): void {
  const settings = readSettings(configFile);
  const before = Settings.safeParse(settings[section]).data ?? {};
  const after = { ...settings, [section]: { ...before, ...change } };
  mkdirSync(dirname(configFile), { recursive: true, mode: 0o700 });
  replaceUserFile(configFile, `${JSON.stringify(after, null, 2)}\n`);
}

function readSettings(configFile: string): Record<string, unknown> {
  try {
    return Settings.parse(JSON.parse(readFileSync(configFile, "utf8")));
  } catch (error) {
    if (isMissing(error)) return {};
    throw new HoldfastError("config_invalid", `${configFile} cannot be read: ${String(error)}`, {
      cause: error,
    });
  }
}
