import { existsSync } from "node:fs";
import { pluginConfig } from "./plugin-config.ts";

/** Our MCP server; undefined if Holdfast was removed. */
export function serverCommand(): { command: string; args: [script: string, ...string[]] } | undefined {
  const { node, mainScript } = pluginConfig();
  return existsSync(mainScript) ? { command: node, args: [mainScript, "mcp"] } : undefined;
}
