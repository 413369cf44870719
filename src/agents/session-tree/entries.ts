import * as z from "zod";
import type { TranscriptEntry } from "../../kernel/agent/transcript.ts";
import { BlocksOrText, blockCall, blockText, fieldOf, textOfBlocks, timeOf } from "../blocks.ts";
import { boundedText } from "../bounded.ts";
import type { HookClient } from "../hook-events.ts";
import type { ToolCall } from "../tool-facts.ts";
import type { TreeLine } from "./lines.ts";

const MAX_TEXT = 262_144;

const Message = z.object({
  message: z.discriminatedUnion("role", [
    z.object({ role: z.literal("user"), content: BlocksOrText }),
    z.object({
      role: z.literal("assistant"),
      content: BlocksOrText,
      stopReason: z.string().nullish().catch(undefined),
    }),
    z.object({
      role: z.literal("toolResult"),
      toolCallId: z.string(),
      content: BlocksOrText,
      isError: z.boolean().nullish().catch(undefined),
      details: z.unknown().optional(),
    }),
  ]),
});
type Message = z.infer<typeof Message>["message"];
type Result = Extract<Message, { role: "toolResult" }>;

const Compaction = z.object({ type: z.literal("compaction"), summary: z.string() });
interface Base {
  uuid: string;
  at: number;
}

/** The entries of a branch, in order. Messages that an extension added, including ours, are not prompts. */
export function entriesOf(branch: readonly TreeLine[], client: HookClient): TranscriptEntry[] {
  const calls = new Map<string, ToolCall>();
  let at = 0;
  return branch.flatMap((line) => {
    at = timeOf(line.timestamp) ?? at;
    return lineEntries(line, { uuid: line.id, at }, { client, calls });
  });
}

interface ReaderState {
  client: HookClient;
  /** All calls so far, by id. */
  calls: Map<string, ToolCall>;
}

function lineEntries(line: TreeLine, base: Base, reading: ReaderState): TranscriptEntry[] {
  const compaction = line.type === "compaction" ? Compaction.safeParse(line).data : undefined;
  if (compaction) {
    const summary = boundedText(compaction.summary, MAX_TEXT);
    return [
      { ...base, type: "compaction", trigger: "auto" },
      { ...base, type: "summary", text: summary },
    ];
  }
  const message = line.type === "message" ? Message.safeParse(line).data?.message : undefined;
  if (message?.role === "user") return promptEntries(message.content, base, reading.client);
  if (message?.role === "toolResult") return resultEntries(message, base, reading);
  return message ? answerEntries(message, base, reading) : [];
}

function promptEntries(content: unknown[], base: Base, { typedPrompt }: HookClient): TranscriptEntry[] {
  const { text, fromClient } = typedPrompt(boundedText(textOfBlocks(content), MAX_TEXT));
  return text === "" || fromClient ? [] : [{ ...base, type: "prompt", text, promptId: base.uuid }];
}

function answerEntries(
  { content, stopReason }: Extract<Message, { role: "assistant" }>,
  base: Base,
  { client, calls }: ReaderState,
): TranscriptEntry[] {
  const entries = content.flatMap((block): TranscriptEntry[] => {
    const said = blockText(block);
    if (said !== undefined) return [{ ...base, type: "message", text: boundedText(said, MAX_TEXT) }];
    const named = blockCall(block, "toolCall");
    if (named === undefined) return [];
    const call = { ...named, input: fieldOf(block, "arguments") };
    calls.set(call.id, call);
    return client.readCall(call).map((fact) => ({ ...base, ...fact }));
  });
  return stopReason === "aborted" ? [...entries, { ...base, type: "interruption" }] : entries;
}

function resultEntries(
  { toolCallId: id, content, isError, details }: Result,
  base: Base,
  { client, calls }: ReaderState,
): TranscriptEntry[] {
  const result = { ok: isError !== true, text: textOfBlocks(content), details };
  return client.readResult(calls.get(id) ?? { id }, result).map((fact) => ({ ...base, ...fact }));
}
