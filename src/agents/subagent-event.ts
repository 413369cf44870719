import * as z from "zod";
import type { EventOf } from "../kernel/agent/agent-event.ts";
import type { EventBase } from "./event-base.ts";
import { payloadLabel } from "./parse-payload.ts";

const Subagent = z.object({
  hook_event_name: z.enum(["SubagentStart", "SubagentStop"]),
  agent_type: payloadLabel.nullish(),
});

/**
 * Work that goes to a subagent or comes back from one; undefined for another payload, and for a subagent without a type, which is
 * the client's own (Claude Code summarizes with one). The transcript that the payload names can be the subagent's: it is left out.
 */
export function subagentEvent(payload: object, base: () => EventBase): EventOf<"subagent"> | undefined {
  const read = Subagent.safeParse(payload);
  if (!read.success || !read.data.agent_type) return undefined;
  const { transcriptPath: _path, ...own } = base();
  const phase = read.data.hook_event_name === "SubagentStart" ? "start" : "stop";
  return { ...own, kind: "subagent", phase, subagent: read.data.agent_type };
}
