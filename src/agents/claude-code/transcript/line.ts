import * as z from "zod";

/** A line of the conversation. `message` and similar fields are validated only on the live branch. */
export const ChainLine = z.looseObject({
  uuid: z.string().min(1),
  parentUuid: z.string().nullish(),
  logicalParentUuid: z.string().nullish(),
  type: z.string(),
  isSidechain: z.boolean().nullish(),
  timestamp: z.string().nullish(),
});
export type ChainLine = z.infer<typeof ChainLine>;

export const Leaf = z.object({ type: z.literal("last-prompt"), leafUuid: z.string() });

const Usage = z.object({
  input_tokens: z.number(),
  cache_read_input_tokens: z.number().nullish(),
  cache_creation_input_tokens: z.number().nullish(),
});

export const AssistantLine = z.object({
  isApiErrorMessage: z.boolean().nullish(),
  message: z.object({
    id: z.string().nullish(),
    model: z.string().nullish(),
    usage: Usage.nullish().catch(undefined),
    content: z.array(z.unknown()),
  }),
});

export const UserLine = z.object({
  isMeta: z.boolean().nullish(),
  isCompactSummary: z.boolean().nullish(),
  promptId: z.string().nullish(),
  /** How the prompt was entered: `typed`, `queued` or another value. */
  promptSource: z.string().nullish().catch(undefined),
  toolUseResult: z.unknown().optional(),
  /** Who allowed the call whose result this is. */
  permissionDecision: z.object({ decision: z.string(), source: z.string() }).nullish().catch(undefined),
  message: z.object({ content: z.union([z.string(), z.array(z.unknown())]) }),
});

export type UserLine = z.infer<typeof UserLine>;

/** A message that reached the agent in the middle of a turn, dated when it was typed. */
export const QueuedLine = z.object({
  attachment: z.object({
    type: z.literal("queued_command"),
    prompt: z.union([z.string(), z.array(z.unknown())]),
    commandMode: z.string().nullish(),
    origin: z.object({ kind: z.string() }).nullish().catch(undefined),
  }),
});

export const BoundaryLine = z.object({
  subtype: z.literal("compact_boundary"),
  compactMetadata: z.object({ trigger: z.string() }).nullish(),
});

export const TextBlock = z.object({ type: z.literal("text"), text: z.string() });
export const ToolUseBlock = z.object({
  type: z.literal("tool_use"),
  id: z.string(),
  name: z.string(),
  input: z.unknown().optional(),
});
export const ToolResultBlock = z.object({
  type: z.literal("tool_result"),
  tool_use_id: z.string(),
  is_error: z.boolean().nullish(),
  content: z.unknown().optional(),
});
