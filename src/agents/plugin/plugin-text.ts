import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { PluginConfig } from "../../plugins/plugin-config.ts";
import type { ClientSetup } from "../files/client-connection.ts";
import { hookProgram, hookTimeout } from "../hook-command.ts";

/** Defined by the build: the directory with the bundled plugins, next to the programs. Undefined in tests. */
declare const PLUGIN_DIRECTORY: string;

/**
 * The file that a client loads: who wrote it, what `connect` fills in, and the plugin as the build bundled it.
 */
export function pluginText(name: string, setup: ClientSetup): string {
  const { agent } = setup.hooks;
  return `// Written by \`holdfast connect ${agent}\`, removed by \`holdfast disconnect ${agent}\`. Without Holdfast it does nothing.
const HOLDFAST = ${JSON.stringify(configOf(setup), null, 2)};

${readFileSync(join(pluginDirectory(), `${name}.js`), "utf8")}`;
}

function configOf(setup: ClientSetup): PluginConfig {
  const { hooks, stateDir, node, mainScript } = setup;
  const programs = hooks.events.map((event) => {
    const replies = event.answer === "start" || event.answer === "reply";
    const timeoutMs = hookTimeout(hooks, event) * 1_000;
    return [event.name, { ...hookProgram(hooks, setup, event), replies, timeoutMs }] as const;
  });
  return { hooks: Object.fromEntries(programs), stateDir, node, mainScript };
}

function pluginDirectory(): string {
  const built = typeof PLUGIN_DIRECTORY === "undefined" ? "../../../dist/plugins" : PLUGIN_DIRECTORY;
  return join(import.meta.dirname, built);
}
