import type * as z from "zod";
import type { AgentEvent } from "../../kernel/agent-event.ts";
import { HoldfastError } from "../../kernel/errors.ts";

/** What every event has; the rest is the event's own. */
export type EventBase = Pick<
  AgentEvent,
  "id" | "agent" | "nativeSession" | "cwd" | "at" | "transcriptPath" | "pid" | "promptId"
>;

/** Checks a hook payload's fields against the schema; the error names the field. */
export function parse<T extends z.ZodType>(schema: T, payload: unknown): z.infer<T> {
  const parsed = schema.safeParse(payload);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = issue?.path.length ? issue.path.join(".") : "payload";
  throw new HoldfastError("invalid_input", `claude-code hook: ${field}: ${issue?.message ?? "invalid"}`, {
    cause: parsed.error,
  });
}
