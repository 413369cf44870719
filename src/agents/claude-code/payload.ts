import type * as z from "zod";
import { parsePayload } from "../parse-payload.ts";

export function parse<T extends z.ZodType>(schema: T, payload: unknown): z.infer<T> {
  return parsePayload("claude-code", schema, payload);
}
