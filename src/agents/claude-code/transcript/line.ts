import * as z from "zod";
import { Blocks, blockCall, fieldOf, hasType, partText, stringOf } from "../../blocks.ts";

/** A line of the conversation. `message` and similar fields are validated only on the live branch. */
export const ChainLine = z.looseObject({
  uuid: z.string().min(1),
  parentUuid: z.string().nullish(),
  logicalParentUuid: z.string().nullish(),
  type: z.string(),
  isSidechain: z.boolean().nullish(),
  timestamp: z.string().nullish(),
  /** Where the client was: `cd` in a command moves it. */
  cwd: z.string().nullish().catch(undefined),
});
export type ChainLine = z.infer<typeof ChainLine>;

export const Leaf = z.object({ type: z.literal("last-prompt"), leafUuid: z.string() });

/** After `/rename` or `--name`. The client's own titles are lines of another type. */
export const TitleLine = z.object({ type: z.literal("custom-title"), customTitle: z.string().trim().min(1) });

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
    content: Blocks,
  }),
});

export const UserLine = z.object({
  isMeta: z.boolean().nullish(),
  isCompactSummary: z.boolean().nullish(),
  promptId: z.string().nullish(),
  /** How the prompt was entered: `typed`, `queued` or another value. */
  promptSource: z.string().nullish().catch(undefined),
  /** Who sent it: \`human\`, or for example another agent. */
  origin: z.object({ kind: z.string() }).nullish().catch(undefined),
  toolUseResult: z.unknown().optional(),
  /** Who allowed the call whose result this is. */
  permissionDecision: z.object({ decision: z.string(), source: z.string() }).nullish().catch(undefined),
  message: z.object({ content: z.union([z.string(), Blocks]) }),
});

export type UserLine = z.infer<typeof UserLine>;

/** A message that reached the agent in the middle of a turn, dated when it was typed. */
export const QueuedLine = z.object({
  attachment: z.object({
    type: z.literal("queued_command"),
    prompt: z.union([z.string(), Blocks]),
    commandMode: z.string().nullish(),
    origin: z.object({ kind: z.string() }).nullish().catch(undefined),
  }),
});

export const BoundaryLine = z.object({
  subtype: z.literal("compact_boundary"),
  compactMetadata: z.object({ trigger: z.string() }).nullish(),
});

/** The call in a block; undefined for other blocks. */
export function toolUse(block: unknown): { id: string; name: string; input: unknown } | undefined {
  const call = blockCall(block, "tool_use");
  return call && { ...call, input: fieldOf(block, "input") };
}

/** The id of the call that a block answers. */
export function answeredCall(block: unknown): string | undefined {
  return hasType(block, "tool_result") ? stringOf(block, "tool_use_id") : undefined;
}

const Output = z.looseObject({ stdout: z.string().optional(), stderr: z.string().optional() });

/** A tool's output as text: from a plain string, content blocks, or a shell's two streams. */
export function toolText(response: unknown): string {
  if (typeof response === "string") return response;
  if (Array.isArray(response)) return response.flatMap((block) => partText(block) ?? []).join("\n");
  const output = Output.safeParse(response);
  if (!output.success) return "";
  return [output.data.stdout, output.data.stderr].filter(Boolean).join("\n");
}
