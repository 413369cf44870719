import type { ConnectChange, ConnectPlace, ConnectPlan } from "../../kernel/agent/agent.ts";
import { installFolder, removeFolder } from "../files/own-folder.ts";
import { configFolder, extensionFolder, policyFolder } from "./extension-files.ts";

export async function plan(place: ConnectPlace): Promise<ConnectPlan> {
  const what = "an extension: hooks, the checkpoint skill and the MCP server; your settings stay as they are";
  const permission = {
    path: policyFolder(place).root,
    what: "a rule that permits session_digest without asking",
  };
  return {
    configDir: configFolder(place),
    changes: [{ path: extensionFolder(place).root, what }, ...(place.permitsDigest ? [permission] : [])],
  };
}

export async function connect(place: ConnectPlace): Promise<ConnectChange[]> {
  const change = place.permitsDigest ? installFolder : removeFolder;
  return [...(await installFolder(extensionFolder(place))), ...(await change(policyFolder(place)))];
}

export async function disconnect(place: ConnectPlace): Promise<ConnectChange[]> {
  return [...(await removeFolder(extensionFolder(place))), ...(await removeFolder(policyFolder(place)))];
}
