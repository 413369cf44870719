import { join } from "node:path";
import * as z from "zod";
import type { ConnectionCheck, ConnectPaths } from "../../kernel/agent/agent.ts";
import { checkFiles, readSettings } from "../files/check-files.ts";
import { readIfExists } from "../files/write-if-changed.ts";
import { configDirectory } from "./environment.ts";
import { extensionFiles } from "./extension-files.ts";

/** Written by the dialogs in which a person disables an extension or a server. */
const DISABLED = /\bextension-module:holdfast\b/;
const Servers = z.object({ disabledServers: z.array(z.unknown()).optional() });

export async function check(paths: ConnectPaths): Promise<ConnectionCheck> {
  const found = await checkFiles(paths, extensionFiles(paths), "run `holdfast connect oh-my-pi`");
  return found.installed
    ? { ...found, problems: [...found.problems, ...(await disabledProblems(paths))] }
    : found;
}

async function disabledProblems(paths: ConnectPaths): Promise<string[]> {
  const settings = join(configDirectory(paths), "config.yml");
  const servers = join(configDirectory(paths), "mcp.json");
  const { disabledServers = [] } = (await readSettings(servers, Servers)) ?? {};
  return [
    ...(DISABLED.test((await readIfExists(settings)) ?? "")
      ? [`${settings} turns the extension off: remove "extension-module:holdfast" there`]
      : []),
    ...(disabledServers.includes("holdfast")
      ? [`${servers} turns the MCP server off: type /mcp enable holdfast in oh-my-pi`]
      : []),
  ];
}
