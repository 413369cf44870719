import { join } from "node:path";
import * as z from "zod";
import type { ConnectionCheck, ConnectPlace } from "../../kernel/agent/agent.ts";
import { checkFolder, readSettings } from "../files/check-folder.ts";
import { hooks } from "./hooks.ts";
import { configFolder, pluginFolder } from "./plugin-files.ts";

const Settings = z.object({ disableAllHooks: z.boolean().optional() });

export async function check(place: ConnectPlace): Promise<ConnectionCheck> {
  const found = await checkFolder(place, pluginFolder(place), {
    hooks,
    hooksFile: "hooks/hooks.json",
  });
  if (!found.installed) return found;
  const path = join(configFolder(place), "settings.json");
  const settings = await readSettings(path, Settings);
  const off = settings?.disableAllHooks ? [`${path} turns all hooks off: remove disableAllHooks there`] : [];
  return { ...found, problems: [...found.problems, ...off] };
}
