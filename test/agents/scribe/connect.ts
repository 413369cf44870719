import { join } from "node:path";
import { installFolder, type OwnFolder, removeFolder } from "../../../src/agents/files/own-folder.ts";
import { hookLine } from "../../../src/agents/hook-command.ts";
import type { ConnectChange, ConnectPlace, ConnectPlan } from "../../../src/kernel/agent/agent.ts";
import { hooks } from "./hooks.ts";

export function addOn(place: ConnectPlace): OwnFolder {
  const commands = hooks.events.map(({ name }) => {
    const hook = { command: hookLine(hooks, name, place), timeout: 5 };
    return [name, [{ hooks: [hook] }]];
  });
  const root = join(place.configDirs["scribe"] ?? join(place.home, ".scribe"), "add-ons", "holdfast");
  return { root, files: new Map([["hooks.json", JSON.stringify({ hooks: Object.fromEntries(commands) })]]) };
}

export async function plan(place: ConnectPlace): Promise<ConnectPlan> {
  const configDir = place.configDirs["scribe"] ?? join(place.home, ".scribe");
  return { configDir, changes: [{ path: addOn(place).root, what: "an add-on with hooks" }] };
}

export function connect(place: ConnectPlace): Promise<ConnectChange[]> {
  return installFolder(addOn(place));
}

export function disconnect(place: ConnectPlace): Promise<ConnectChange[]> {
  return removeFolder(addOn(place));
}
