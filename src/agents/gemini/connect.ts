import type { ConnectChange, ConnectPaths, ConnectPlan } from "../../kernel/agent/agent.ts";
import { installFiles, uninstallFiles } from "../files/owned-files.ts";
import { configDirectory } from "./environment.ts";
import { extensionFiles, policyFiles } from "./extension-files.ts";

export async function plan(paths: ConnectPaths): Promise<ConnectPlan> {
  const what = "an extension: hooks, the checkpoint skill and the MCP server; your settings do not change";
  const permission = {
    path: policyFiles(paths).root,
    what: "a rule that permits session_digest without asking",
  };
  return {
    configDir: configDirectory(paths),
    changes: [{ path: extensionFiles(paths).root, what }, ...(paths.permitsDigest ? [permission] : [])],
  };
}

export async function connect(paths: ConnectPaths): Promise<ConnectChange[]> {
  const change = paths.permitsDigest ? installFiles : uninstallFiles;
  return [...(await installFiles(extensionFiles(paths))), ...(await change(policyFiles(paths)))];
}

export async function disconnect(paths: ConnectPaths): Promise<ConnectChange[]> {
  return [...(await uninstallFiles(extensionFiles(paths))), ...(await uninstallFiles(policyFiles(paths)))];
}
