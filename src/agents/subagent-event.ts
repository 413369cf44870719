import * as z from "zod";
import type { EventOf } from "../kernel/agent/agent-event.ts";
import type { EventBase } from "./event-base.ts";
import { payloadLabel } from "./parse-payload.ts";

const Subagent = z.object({
  hook_event_name: z.enum(["SubagentStart", "SubagentStop"]),
  agent_type: payloadLabel.nullish(),
});

/**
 * The start or the end of a subagent. Undefined for any other payload, and for a subagent without a type, which works
 * for the client itself (Claude Code summarizes with one). Omits the transcript path, because it can be that of the
 * subagent.
 */
export function subagentEvent(payload: object, base: () => EventBase): EventOf<"subagent"> | undefined {
  const read = Subagent.safeParse(payload);
  if (!read.success || !read.data.agent_type) return undefined;
  const { transcriptPath: _path, ...own } = base();
  const phase = read.data.hook_event_name === "SubagentStart" ? "start" : "stop";
  return { ...own, kind: "subagent", phase, subagent: read.data.agent_type };
}
