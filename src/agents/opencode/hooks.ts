import type { ClientHooks } from "../hook-command.ts";
import { pluginHooks } from "../plugin/hooks.ts";

const { agent, events } = pluginHooks("opencode");

/** The next prompt deletes the reverted messages. They must be read before, so this event is not left in the spool. */
export const hooks: ClientHooks = { agent, events: [...events, { name: "BranchChange", answer: "reply" }] };
