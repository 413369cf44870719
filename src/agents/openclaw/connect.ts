import { rm } from "node:fs/promises";
import type { ConnectChange, ConnectPlace, ConnectPlan } from "../../kernel/agent/agent.ts";
import { installFolder, type OwnFolder, removeFolder } from "../files/own-folder.ts";
import { readIfThere, writeIfChanged } from "../files/write-if-changed.ts";
import { packFolder } from "./hook-pack.ts";
import { configFolder, pluginFolder, settingsFile } from "./plugin-files.ts";
import {
  type Grant,
  NO_SETTINGS,
  PACK_GRANT,
  PLUGIN_GRANT,
  withGrant,
  withoutGrant,
} from "./settings/grant.ts";
import { loadsPlugins } from "./settings/loads-plugins.ts";

export async function plan(place: ConnectPlace): Promise<ConnectPlan> {
  const { ours } = await choose(place);
  return {
    configDir: configFolder(place),
    changes: [
      { path: ours.folder(place).root, what: ours.what },
      { path: settingsFile(place), what: `${ours.permission}; the rest of your settings stays as it is` },
    ],
  };
}

export async function connect(place: ConnectPlace): Promise<ConnectChange[]> {
  const { settings, ours, other } = await choose(place);
  const before = withoutGrant(settings, other.grant);
  const granted = withGrant(before, ours.grant);
  const left = await removeFolder(other.folder(place));
  // First, because it records which directories it creates, so that disconnecting removes no others.
  const installed = await installFolder(ours.folder(place));
  return [await writeIfChanged(settingsFile(place), granted), ...installed, ...left];
}

export async function disconnect(place: ConnectPlace): Promise<ConnectChange[]> {
  const changes = [...(await takeBack(settingsFile(place)))];
  for (const { folder } of [PLUGIN, PACK]) changes.push(...(await removeFolder(folder(place))));
  return changes;
}

interface Form {
  folder: (place: ConnectPlace) => OwnFolder;
  grant: Grant;
  what: string;
  permission: string;
}

const PLUGIN: Form = {
  folder: pluginFolder,
  grant: PLUGIN_GRANT,
  what: "a plugin, with the checkpoint skill and the MCP server",
  permission: "the permission for this plugin to read conversations, without which it would see none",
};
const PACK: Form = {
  folder: packFolder,
  grant: PACK_GRANT,
  what: "a hook pack, since your settings turn plugins off: recovery, without notes, tools and the skill",
  permission: "the entry that has a gateway load it",
};

async function choose(place: ConnectPlace): Promise<{ settings: string; ours: Form; other: Form }> {
  const settings = (await readIfThere(settingsFile(place))) ?? NO_SETTINGS;
  return loadsPlugins(settings)
    ? { settings, ours: PLUGIN, other: PACK }
    : { settings, ours: PACK, other: PLUGIN };
}

async function takeBack(path: string): Promise<ConnectChange[]> {
  const text = await readIfThere(path);
  if (text === undefined) return [];
  const rest = withoutGrant(withoutGrant(text, PLUGIN_GRANT), PACK_GRANT);
  if (rest !== NO_SETTINGS || rest === text) return [await writeIfChanged(path, rest)];
  await rm(path);
  return [{ path, action: "removed" }];
}
