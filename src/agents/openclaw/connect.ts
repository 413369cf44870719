import { rm } from "node:fs/promises";
import type { ConnectChange, ConnectPlace, ConnectPlan } from "../../kernel/agent/agent.ts";
import { installFolder, removeFolder } from "../files/own-folder.ts";
import { readIfThere, writeIfChanged } from "../files/write-if-changed.ts";
import { NO_SETTINGS, withGrant, withoutGrant } from "./grant.ts";
import { configFolder, pluginFolder, settingsFile } from "./plugin-files.ts";

export async function plan(place: ConnectPlace): Promise<ConnectPlan> {
  const permission = "the permission for this plugin to read conversations, without which it would see none";
  return {
    configDir: configFolder(place),
    changes: [
      { path: pluginFolder(place).root, what: "a plugin, with the checkpoint skill and the MCP server" },
      { path: settingsFile(place), what: `${permission}; the rest of your settings stays as it is` },
    ],
  };
}

export async function connect(place: ConnectPlace): Promise<ConnectChange[]> {
  const settings = withGrant((await readIfThere(settingsFile(place))) ?? NO_SETTINGS);
  // First, because it records which directories it creates, so that disconnecting removes no others.
  const installed = await installFolder(pluginFolder(place));
  return [await writeIfChanged(settingsFile(place), settings), ...installed];
}

export async function disconnect(place: ConnectPlace): Promise<ConnectChange[]> {
  return [...(await takeBack(settingsFile(place))), ...(await removeFolder(pluginFolder(place)))];
}

async function takeBack(path: string): Promise<ConnectChange[]> {
  const text = await readIfThere(path);
  if (text === undefined) return [];
  const rest = withoutGrant(text);
  if (rest !== NO_SETTINGS || rest === text) return [await writeIfChanged(path, rest)];
  await rm(path);
  return [{ path, action: "removed" }];
}
