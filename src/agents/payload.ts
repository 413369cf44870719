import * as z from "zod";
import { HoldfastError } from "../kernel/errors.ts";
import { boundedText } from "./bounded.ts";

/** Validates a hook payload. The error names the client and the field, never the content. */
export function parsePayload<T extends z.ZodType>(agent: string, schema: T, payload: unknown): z.infer<T> {
  const parsed = schema.safeParse(payload);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = issue?.path.length ? issue.path.join(".") : "payload";
  throw new HoldfastError("invalid_input", `${agent} hook: ${field}: ${issue?.message ?? "invalid"}`, {
    cause: parsed.error,
  });
}

/** The fields that are read before the kind of event is known. Clients spell the session id in two ways. */
export const payloadHead = z
  .looseObject({
    hook_event_name: z.string().nullish(),
    agent_id: z.unknown().optional(),
    session_id: z.unknown().optional(),
    sessionId: z.unknown().optional(),
  })
  .transform(({ sessionId, ...head }) => ({ ...head, session_id: head.session_id ?? sessionId }));

/** Field types of payloads: a prompt or an answer, a short name, a path, a session id. */
export const payloadText = z.string().transform((value) => boundedText(value, 262_144));
export const payloadLabel = z.string().transform((value) => boundedText(value, 200));
export const payloadPath = z
  .string()
  .min(1)
  .max(4_096)
  .regex(/^[^\0]*$/, "must not hold a NUL");
export const payloadSession = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$/, "must be a plain id");
