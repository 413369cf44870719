import type * as z from "zod";
import type { AgentEvent } from "../../kernel/agent-event.ts";
import { parsePayload } from "../parse-payload.ts";

/** What every event has; the rest is the event's own. */
export type EventBase = Pick<
  AgentEvent,
  "id" | "agent" | "nativeSession" | "cwd" | "at" | "transcriptPath" | "pid" | "promptId"
>;

export function parse<T extends z.ZodType>(schema: T, payload: unknown): z.infer<T> {
  return parsePayload("claude-code", schema, payload);
}
