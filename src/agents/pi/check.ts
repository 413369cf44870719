import { join } from "node:path";
import * as z from "zod";
import type { ConnectionCheck, ConnectPaths } from "../../kernel/agent/agent.ts";
import { checkFiles, readSettings } from "../files/check-files.ts";
import { configDirectory } from "./environment.ts";
import { extensionFiles } from "./extension-files.ts";

/** Patterns, written by `pi config`. A pattern that begins with `!` or `-` disables an extension. */
const Settings = z.object({ extensions: z.array(z.unknown()).optional() });
const DISABLED = /^[!-].*\bholdfast\b/;

export async function check(paths: ConnectPaths): Promise<ConnectionCheck> {
  const found = await checkFiles(paths, extensionFiles(paths), "run `holdfast connect pi`");
  if (!found.installed) return found;
  const path = join(configDirectory(paths), "settings.json");
  const { extensions = [] } = (await readSettings(path, Settings)) ?? {};
  const off = extensions.filter((pattern) => typeof pattern === "string" && DISABLED.test(pattern));
  const problems = off.map((pattern) => `${path} turns the extension off: remove "${String(pattern)}" there`);
  return { ...found, problems: [...found.problems, ...problems] };
}
