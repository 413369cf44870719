import { pluginHooks } from "../plugin/hooks.ts";

export const hooks = pluginHooks("openclaw");
