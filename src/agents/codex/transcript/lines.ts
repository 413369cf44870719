import * as z from "zod";
import { Blocks, fieldOf, partText, stringOf, Words } from "../../blocks.ts";
import { jsonLines } from "../../files/json-lines.ts";

const MAX_CHANGES = 10_000;
const FewFields = z.custom<Record<string, unknown>>(
  (value) => typeof value === "object" && value !== null && Object.keys(value).length <= MAX_CHANGES,
);
const Item = z.discriminatedUnion("type", [
  z.object({ type: z.literal("UserMessage"), id: z.string(), content: Blocks }),
  z.object({ type: z.literal("AgentMessage"), id: z.string(), content: Blocks }),
  z.object({ type: z.literal("Plan"), id: z.string(), text: z.string() }),
  z.object({ type: z.literal("HookPrompt"), id: z.string(), fragments: Blocks }),
  z.object({
    type: z.literal("CommandExecution"),
    id: z.string(),
    command: Words,
    cwd: z.string().nullish().catch(undefined),
    exit_code: z.number().nullish(),
    aggregated_output: z.string().nullish(),
    status: z.string().optional().catch(undefined),
  }),
  z.object({
    type: z.literal("FileChange"),
    id: z.string(),
    changes: FewFields.pipe(
      z.record(z.string(), z.object({ type: z.string(), move_path: z.string().nullish() })),
    ),
    status: z.string().optional(),
  }),
  z.object({
    type: z.literal("McpToolCall"),
    id: z.string(),
    server: z.string(),
    tool: z.string(),
    arguments: z.unknown(),
    status: z.string().optional(),
    result: z.unknown().optional(),
  }),
]);
export type Item = z.infer<typeof Item>;

const line = { timestamp: z.string().optional(), ordinal: z.number().default(0) };

const SessionMeta = z.object({
  ...line,
  type: z.literal("session_meta"),
  payload: z.looseObject({
    history_base: z
      .object({
        thread_id: z.string(),
        end_ordinal_exclusive: z.number(),
        end_byte_offset: z.number().int().nonnegative().optional(),
      })
      .optional(),
  }),
});
const EventMessage = z.object({
  ...line,
  type: z.literal("event_msg"),
  payload: z.discriminatedUnion("type", [
    z.object({ type: z.literal("item_completed"), turn_id: z.string().optional(), item: Item }),
    z.object({
      type: z.literal("token_count"),
      info: z.object({
        last_token_usage: z.object({ total_tokens: z.number() }),
        model_context_window: z.number().positive().nullish(),
      }),
    }),
    z.object({
      type: z.literal("task_complete"),
      turn_id: z.string(),
      last_agent_message: z.string().nullish(),
      /** Of the model, such as at a usage limit. */
      error: z.unknown().optional(),
    }),
    z.object({
      type: z.literal("task_started"),
      turn_id: z.string().optional().catch(undefined),
      turn_attribution: z
        .object({ turn_trigger: z.string(), initiating_agent_path: z.string().nullish() })
        .optional()
        .catch(undefined),
    }),
    z.object({
      type: z.literal("turn_aborted"),
      turn_id: z.string().optional(),
      reason: z.string().optional(),
    }),
    z.object({ type: z.literal("user_message"), message: z.string(), kind: z.string().nullish() }),
    z.object({ type: z.literal("agent_message"), message: z.string() }),
  ]),
});
/** Text, blocks of text, or an object with the text. */
const Output = z.union([
  z.string(),
  Blocks.transform((blocks) => blocks.flatMap((block) => partText(block) ?? []).join("\n")),
  z.looseObject({ content: z.string() }).transform(({ content }) => content),
]);
/** From the exchange with the model, only plans, questions and denied calls are read; items report all other calls. */
const ResponseItem = z.object({
  ...line,
  type: z.literal("response_item"),
  payload: z.discriminatedUnion("type", [
    z.object({
      type: z.literal("function_call"),
      call_id: z.string(),
      name: z.string(),
      arguments: z.string(),
    }),
    z.object({
      type: z.literal("custom_tool_call"),
      call_id: z.string(),
      name: z.string(),
      input: z.string(),
    }),
    z.object({ type: z.literal("function_call_output"), call_id: z.string(), output: Output }),
    z.object({ type: z.literal("custom_tool_call_output"), call_id: z.string(), output: Output }),
  ]),
});
const Compacted = z.object({
  ...line,
  type: z.literal("compacted"),
  payload: z.object({ message: z.string() }),
});

const LINES = {
  event_msg: EventMessage,
  response_item: ResponseItem,
  compacted: Compacted,
  session_meta: SessionMeta,
};
export type RolloutLine = z.infer<(typeof LINES)[keyof typeof LINES]>;
/** A call as exchanged with the model. */
export type ExchangedCall = Extract<
  z.infer<typeof ResponseItem>["payload"],
  { type: "function_call" | "custom_tool_call" }
>;
const isKind = (type: string): type is keyof typeof LINES => Object.hasOwn(LINES, type);

/** Copies of instructions and settings take most of the bytes. */
const WANTED = /"type"\s*:\s*"(?:session_meta|event_msg|response_item|compacted)"/;

/** Reads JSON lines. A damaged line is counted and skipped; lines of other kinds are left out. */
export function readLines(bytes: Buffer): { lines: RolloutLine[]; damaged: number } {
  const lines: RolloutLine[] = [];
  let damaged = 0;
  for (const value of jsonLines(bytes, (head) => WANTED.test(head))) {
    if (value === undefined) damaged += 1;
    const line = readLine(value);
    if (line !== undefined) lines.push(line);
  }
  return { lines, damaged };
}

/** Chooses the schema by the type: a schema that rejects a line takes ten times as long as one that accepts it. */
function readLine(value: unknown): RolloutLine | undefined {
  const type = stringOf(value, "type") ?? "";
  const payload = fieldOf(value, "payload");
  if (!isKind(type) || typeof payload !== "object" || payload === null) return undefined;
  const hasKind = type === "compacted" || type === "session_meta" || stringOf(payload, "type") !== undefined;
  return hasKind ? LINES[type].safeParse(value).data : undefined;
}
