import * as z from "zod";
import type { TreeLine } from "../../session-tree/lines.ts";

/**
 * A call that the model made through the client's tool search, with its result. It has its own entry beside the
 * search's.
 */
const Nested = z.object({
  message: z.object({
    role: z.literal("custom"),
    customType: z.literal("openclaw.nested-tool.v1"),
    details: z.object({
      toolCallId: z.string(),
      toolName: z.string(),
      input: z.unknown().optional(),
      result: z.object({ content: z.unknown().optional(), details: z.unknown().optional() }).catch({}),
      isError: z.boolean().nullish().catch(undefined),
    }),
  }),
});

/** Replaces a nested call by the lines of a direct call, with the id under which our plugin reports it. */
export function withNestedCall(line: TreeLine): TreeLine[] {
  const nested = Nested.safeParse(line).data?.message.details;
  if (!nested) return [line];
  const { toolCallId, toolName, input, result, isError } = nested;
  const call = { type: "toolCall", id: toolCallId, name: toolName, arguments: input };
  const ended = {
    role: "toolResult",
    toolCallId,
    content: result.content ?? [],
    details: result.details,
    isError,
  };
  return [
    { ...line, message: { role: "assistant", content: [call] } },
    { ...line, message: ended },
  ];
}
