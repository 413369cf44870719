import { join } from "node:path";
import * as z from "zod";
import type { ConnectionCheck, ConnectPaths } from "../../kernel/agent/agent.ts";
import { checkHookFiles, readSettings } from "../files/check-files.ts";
import { configDirectory } from "./environment.ts";
import { hooks } from "./hooks.ts";
import { pluginFiles } from "./plugin-files.ts";

const Settings = z.object({ disableAllHooks: z.boolean().optional() });

export async function check(paths: ConnectPaths): Promise<ConnectionCheck> {
  const found = await checkHookFiles(paths, pluginFiles(paths), {
    hooks,
    hooksFile: "hooks/hooks.json",
  });
  if (!found.installed) return found;
  const path = join(configDirectory(paths), "settings.json");
  const settings = await readSettings(path, Settings);
  const off = settings?.disableAllHooks ? [`${path} turns all hooks off: remove disableAllHooks there`] : [];
  return { ...found, problems: [...found.problems, ...off] };
}
