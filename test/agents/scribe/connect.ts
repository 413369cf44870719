import { join } from "node:path";
import { installFiles, type OwnedFiles, uninstallFiles } from "../../../src/agents/files/owned-files.ts";
import { hookLine } from "../../../src/agents/hook-command.ts";
import type { ConnectChange, ConnectPaths, ConnectPlan } from "../../../src/kernel/agent/agent.ts";
import { hooks } from "./hooks.ts";

export function addOn(place: ConnectPaths): OwnedFiles {
  const commands = hooks.events.map(({ name }) => {
    const hook = { command: hookLine(hooks, name, place), timeout: 5 };
    return [name, [{ hooks: [hook] }]];
  });
  const root = join(place.configDirs["scribe"] ?? join(place.home, ".scribe"), "add-ons", "holdfast");
  return { root, files: new Map([["hooks.json", JSON.stringify({ hooks: Object.fromEntries(commands) })]]) };
}

export async function plan(place: ConnectPaths): Promise<ConnectPlan> {
  const configDir = place.configDirs["scribe"] ?? join(place.home, ".scribe");
  return { configDir, changes: [{ path: addOn(place).root, what: "an add-on with hooks" }] };
}

export function connect(place: ConnectPaths): Promise<ConnectChange[]> {
  return installFiles(addOn(place));
}

export function disconnect(place: ConnectPaths): Promise<ConnectChange[]> {
  return uninstallFiles(addOn(place));
}
