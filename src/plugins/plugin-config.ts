/** How the plugin runs the hook entry for an event. */
interface HookProgram {
  command: string;
  args: string[];
  /** Whether the event is answered. */
  replies: boolean;
  timeoutMs: number;
}

/** What `connect` fills in. It stands at the top of the installed file, before the plugin as the build bundled it. */
export interface PluginConfig {
  /** By the name of the event. */
  hooks: Readonly<Record<string, HookProgram>>;
  stateDir: string;
  node: string;
  /** It is missing once Holdfast is removed. */
  mainScript: string;
}

declare const HOLDFAST: PluginConfig;

/** Read when it is needed, so that tests can import the parts of a plugin without it. */
export function pluginConfig(): PluginConfig {
  return HOLDFAST;
}
