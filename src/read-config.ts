import { existsSync } from "node:fs";
import * as z from "zod";
import { readSmallFile } from "./files/read-small-file.ts";
import { Config } from "./kernel/config/config.ts";
import { DEFAULT_CONFIG } from "./kernel/config/default-config.ts";
import { HoldfastError } from "./kernel/errors.ts";
import type { Paths } from "./kernel/paths.ts";

/**
 * Reads the settings. A missing file means the defaults. Throws an error that names the file if it cannot be parsed.
 */
export function readConfig({ configFile }: Pick<Paths, "configFile">): Config {
  if (!existsSync(configFile)) return DEFAULT_CONFIG;
  try {
    return Config.parse(JSON.parse(readSmallFile(configFile) ?? ""));
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
    throw new HoldfastError("config_invalid", `${configFile}: ${reason}`, { cause: error });
  }
}
