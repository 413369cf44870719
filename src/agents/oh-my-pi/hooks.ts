import { pluginHooks } from "../plugin/hooks.ts";

export const hooks = pluginHooks("oh-my-pi");
