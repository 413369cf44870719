import type { HookEnvelope } from "../../kernel/agent/agent.ts";
import type { AgentEvent } from "../../kernel/agent/agent-event.ts";
import { parsePluginEvent } from "../plugin/events.ts";
import { client } from "./tools.ts";

/** Converts what our plugin sent to an event. Undefined for events that are not used. */
export function parseEvent(payload: unknown, envelope: HookEnvelope): AgentEvent | undefined {
  return parsePluginEvent(client, payload, envelope);
}
