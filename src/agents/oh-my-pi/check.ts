import { join } from "node:path";
import * as z from "zod";
import type { ConnectionCheck, ConnectPlace } from "../../kernel/agent/agent.ts";
import { checkFiles, readSettings } from "../files/check-folder.ts";
import { readIfThere } from "../files/write-if-changed.ts";
import { configFolder, extensionFolder } from "./extension-files.ts";

/** Written by the client's dialogs, where a person turns an extension or a server off. */
const OFF = /\bextension-module:holdfast\b/;
const Servers = z.object({ disabledServers: z.array(z.unknown()).optional() });

export async function check(place: ConnectPlace): Promise<ConnectionCheck> {
  const found = await checkFiles(place, extensionFolder(place), "run `holdfast connect oh-my-pi`");
  return found.installed ? { ...found, problems: [...found.problems, ...(await turnedOff(place))] } : found;
}

async function turnedOff(place: ConnectPlace): Promise<string[]> {
  const settings = join(configFolder(place), "config.yml");
  const servers = join(configFolder(place), "mcp.json");
  const { disabledServers = [] } = (await readSettings(servers, Servers)) ?? {};
  return [
    ...(OFF.test((await readIfThere(settings)) ?? "")
      ? [`${settings} turns the extension off: remove "extension-module:holdfast" there`]
      : []),
    ...(disabledServers.includes("holdfast")
      ? [`${servers} turns the MCP server off: type /mcp enable holdfast in oh-my-pi`]
      : []),
  ];
}
