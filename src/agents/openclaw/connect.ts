import { rm } from "node:fs/promises";
import type { ConnectChange, ConnectPaths, ConnectPlan } from "../../kernel/agent/agent.ts";
import { installFiles, type OwnedFiles, uninstallFiles } from "../files/owned-files.ts";
import { readIfExists, writeIfChanged } from "../files/write-if-changed.ts";
import { configDirectory } from "./environment.ts";
import { packFiles } from "./hook-pack.ts";
import { pluginFiles, settingsFile } from "./plugin-files.ts";
import {
  type Grant,
  NO_SETTINGS,
  PACK_GRANT,
  PLUGIN_GRANT,
  withGrant,
  withoutGrant,
} from "./settings/grant.ts";
import { loadsPlugins } from "./settings/loads-plugins.ts";

export async function plan(paths: ConnectPaths): Promise<ConnectPlan> {
  // Unreadable settings are reported by whatever needs them.
  const { ours } = await chooseForm(paths).catch(() => ({ ours: PLUGIN }));
  return {
    configDir: configDirectory(paths),
    changes: [
      { path: ours.files(paths).root, what: ours.what },
      { path: settingsFile(paths), what: `${ours.permission}; the rest of your settings does not change` },
    ],
  };
}

export async function connect(paths: ConnectPaths): Promise<ConnectChange[]> {
  const { settings, ours, other } = await chooseForm(paths);
  const before = withoutGrant(settings, other.grant);
  const granted = withGrant(before, ours.grant, settingsFile(paths));
  const left = await uninstallFiles(other.files(paths));
  // First, because it records which directories it creates, so that disconnecting removes no others.
  const installed = await installFiles(ours.files(paths));
  return [await writeIfChanged(settingsFile(paths), granted), ...installed, ...left];
}

export async function disconnect(paths: ConnectPaths): Promise<ConnectChange[]> {
  const changes = [...(await withdrawGrants(settingsFile(paths)))];
  for (const { files } of [PLUGIN, PACK]) changes.push(...(await uninstallFiles(files(paths))));
  return changes;
}

interface Form {
  files: (paths: ConnectPaths) => OwnedFiles;
  grant: Grant;
  what: string;
  permission: string;
}

const PLUGIN: Form = {
  files: pluginFiles,
  grant: PLUGIN_GRANT,
  what: "a plugin, with the checkpoint skill and the MCP server",
  permission: "the permission for this plugin to read conversations, which it needs",
};
const PACK: Form = {
  files: packFiles,
  grant: PACK_GRANT,
  what: "a hook pack, since your settings turn plugins off: recovery, but no notes, tools or skill",
  permission: "the entry that makes a gateway load it",
};

async function chooseForm(paths: ConnectPaths): Promise<{ settings: string; ours: Form; other: Form }> {
  const settings = (await readIfExists(settingsFile(paths))) ?? NO_SETTINGS;
  return loadsPlugins(settings)
    ? { settings, ours: PLUGIN, other: PACK }
    : { settings, ours: PACK, other: PLUGIN };
}

async function withdrawGrants(path: string): Promise<ConnectChange[]> {
  const text = await readIfExists(path);
  if (text === undefined) return [];
  const rest = withoutGrant(withoutGrant(text, PLUGIN_GRANT), PACK_GRANT);
  if (rest !== NO_SETTINGS || rest === text) return [await writeIfChanged(path, rest)];
  await rm(path);
  return [{ path, action: "removed" }];
}
