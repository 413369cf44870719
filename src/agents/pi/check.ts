import { join } from "node:path";
import * as z from "zod";
import type { ConnectionCheck, ConnectPlace } from "../../kernel/agent/agent.ts";
import { checkFiles, readSettings } from "../files/check-folder.ts";
import { configFolder, extensionFolder } from "./extension-files.ts";

/** Written by `pi config`: patterns, of which one that begins with `!` or `-` turns an extension off. */
const Settings = z.object({ extensions: z.array(z.unknown()).optional() });
const OFF = /^[!-].*\bholdfast\b/;

export async function check(place: ConnectPlace): Promise<ConnectionCheck> {
  const found = await checkFiles(place, extensionFolder(place), "run `holdfast connect pi`");
  if (!found.installed) return found;
  const path = join(configFolder(place), "settings.json");
  const { extensions = [] } = (await readSettings(path, Settings)) ?? {};
  const off = extensions.filter((pattern) => typeof pattern === "string" && OFF.test(pattern));
  const problems = off.map((pattern) => `${path} turns the extension off: remove "${String(pattern)}" there`);
  return { ...found, problems: [...found.problems, ...problems] };
}
