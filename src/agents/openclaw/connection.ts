import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { ConnectChange, ConnectionCheck, SessionRetention } from "../../kernel/agent/agent.ts";
import { checkFiles } from "../files/check-files.ts";
import { type ClientConnection, type ClientSetup, repairOf } from "../files/client-connection.ts";
import { installFiles, type OwnedFiles, uninstallFiles } from "../files/owned-files.ts";
import { durationInDays } from "../files/settings.ts";
import { readIfExists, writeIfChanged } from "../files/write-if-changed.ts";
import { packFiles, pluginFiles } from "./installed-files.ts";
import {
  type Grant,
  NO_SETTINGS,
  PACK_GRANT,
  PLUGIN_GRANT,
  withGrant,
  withoutGrant,
} from "./settings/grant.ts";
import { readJson5, valueAt } from "./settings/json5-tree.ts";
import { loadsPlugins, packProblems, pluginProblems } from "./settings/problems.ts";

/** A form in which the client loads us, with the entry of its settings that permits it. */
interface Form {
  files: (setup: ClientSetup) => OwnedFiles;
  grant: Grant;
  what: string;
  permission: string;
  problems: (settings: string, repair: string) => string[];
}

const PLUGIN: Form = {
  files: pluginFiles,
  grant: PLUGIN_GRANT,
  what: "a plugin, with the checkpoint skill and the MCP server",
  permission: "the permission for this plugin to read conversations, which it needs",
  problems: pluginProblems,
};
const PACK: Form = {
  files: packFiles,
  grant: PACK_GRANT,
  what: "a hook pack, since your settings turn plugins off: recovery, but no notes, tools or skill",
  permission: "the entry that makes a gateway load it",
  problems: packProblems,
};

export const connection: ClientConnection = {
  async plan(setup) {
    // Unreadable settings are reported by whatever needs them.
    const { ours } = await chooseForm(setup).catch(() => ({ ours: PLUGIN }));
    return {
      changes: [
        { path: ours.files(setup).root, what: ours.what },
        { path: settingsFile(setup), what: `${ours.permission}; the rest of your settings does not change` },
      ],
    };
  },
  async connect(setup) {
    const { settings = NO_SETTINGS, ours, other } = await chooseForm(setup);
    const before = withoutGrant(settings, other.grant);
    const granted = withGrant(before, ours.grant, settingsFile(setup));
    const left = await uninstallFiles(other.files(setup));
    // First, because it records which directories it creates, so that disconnecting removes no others.
    const installed = await installFiles(ours.files(setup));
    return [await writeIfChanged(settingsFile(setup), granted), ...installed, ...left];
  },
  async disconnect(setup) {
    const changes = [...(await withdrawGrants(settingsFile(setup)))];
    for (const { files } of [PLUGIN, PACK]) changes.push(...(await uninstallFiles(files(setup))));
    return changes;
  },
  check,
};

async function check(setup: ClientSetup): Promise<ConnectionCheck> {
  const { settings = "", ours, other } = await chooseForm(setup);
  const found = await checkFiles(setup, ours.files(setup));
  if (found.installed) {
    const problems = ours.problems(settings, repairOf(setup));
    const path = settingsFile(setup);
    return { ...found, problems: [...found.problems, ...problems.map((problem) => `${path} ${problem}`)] };
  }
  // If the settings were changed since, the installed form is not the one that the client loads.
  const installed = await checkFiles(setup, other.files(setup));
  if (!installed.installed) return found;
  const now = ours === PLUGIN ? "no longer turn plugins off" : "turn all plugins off (plugins.enabled)";
  return {
    ...installed,
    problems: [...installed.problems, `OpenClaw's settings ${now}: ${repairOf(setup)}`],
  };
}

async function chooseForm(
  setup: ClientSetup,
): Promise<{ settings: string | undefined; ours: Form; other: Form }> {
  const settings = await readIfExists(settingsFile(setup));
  return loadsPlugins(settings ?? NO_SETTINGS)
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

/** The client expands `~` in the variable to the home directory, as a shell does. */
function settingsFile({ movedFiles, home, configDir }: ClientSetup): string {
  return movedFiles?.["openclaw"]?.replace(/^~(?=\/|$)/, () => home) ?? join(configDir, "openclaw.json");
}

const UNITS = { "": 1, ms: 1 / 86_400_000, s: 1 / 86_400, m: 1 / 1_440, h: 1 / 24, d: 1 };
const DEFAULT_DAYS = 30;

/** With the mode `warn`, the gateway only reports what it would delete. */
export async function sessionRetention(setup: ClientSetup): Promise<SessionRetention> {
  const root = readJson5((await readIfExists(settingsFile(setup))) ?? "{}");
  const textAt = (key: string): string | undefined => {
    const value = valueAt(root, "session", "maintenance", key);
    return value?.type === "scalar" ? value.text : undefined;
  };
  const days = durationInDays(textAt("pruneAfter"), UNITS) ?? DEFAULT_DAYS;
  return { days: textAt("mode") === "warn" ? null : days, setting: "session.maintenance.pruneAfter" };
}
