import * as z from "zod";
import type { ToolFact } from "../../../kernel/agent/tool-fact.ts";
import type { TranscriptEntry } from "../../../kernel/agent/transcript.ts";
import { fieldOf, stringOf, timeOf } from "../../blocks.ts";
import { boundedText } from "../../bounded.ts";
import { client } from "../tools.ts";
import { type Compression, contentText, type HistoryItem, type Message, textsOf } from "./lines.ts";

const MAX_TEXT = 262_144;

type PlanFact = Extract<ToolFact, { type: "plan" }>;
type GeminiMessage = Extract<Message, { type: "gemini" }>;
type Call = NonNullable<GeminiMessage["toolCalls"]>[number];

/** Contents of the files written so far, by path. Plans are among them. */
export type Written = Map<string, string>;

export function entriesOf(item: HistoryItem, written: Written): TranscriptEntry[] {
  const base = { uuid: item.id, at: timeOf(item.timestamp) ?? 0 };
  if (item.type === "compression") return compressionEntries(item, base);
  if (item.type === "info")
    return CANCELLED.test(contentText(item)) ? [{ ...base, type: "interruption" }] : [];
  if (item.type === "user") return promptEntries(item, base);
  const text = boundedText(contentText(item), MAX_TEXT);
  return [
    ...(text === "" ? [] : [{ ...base, type: "message", text } as const]),
    ...(item.toolCalls ?? []).flatMap((call) => callEntries(call, base, written)),
  ];
}

/** The client's note when the user presses Esc during a turn. */
const CANCELLED = /^(?:Request cancelled\.|User cancelled the request\.)/;

function compressionEntries({ text }: Compression, base: Base): TranscriptEntry[] {
  return [
    { ...base, type: "compaction", trigger: "auto" },
    { ...base, type: "summary", text: boundedText(text, MAX_TEXT) },
  ];
}

interface Base {
  uuid: string;
  at: number;
}

/** Parts added by hooks and the client begin with tags of their own; tool results have no text. */
function promptEntries(message: Message, base: Base): TranscriptEntry[] {
  const text = textsOf(message);
  if (text.length === 0) return [];
  return [{ ...base, type: "prompt", text: boundedText(text.join("\n"), MAX_TEXT), promptId: message.id }];
}

const File = z.object({ file_path: z.string(), content: z.string() });

function callEntries(
  { id, name, args, status, result }: Call,
  base: Base,
  written: Written,
): TranscriptEntry[] {
  const file = name === "write_file" ? File.safeParse(args).data : undefined;
  if (file && status === "success") written.set(file.file_path, file.content);
  const facts = client.readCall({ id, name, input: args });
  if (status !== undefined) {
    const text = resultText(result) || (status === "cancelled" ? "Operation cancelled" : "");
    const ok = status === "success" && !FAILED.test(text);
    facts.push(...client.readResult({ id, name, input: args }, { ok, text }));
  }
  return facts.map((fact) => ({ ...base, ...(fact.type === "plan" ? withPlan(fact, written) : fact) }));
}

/** If the plan was written before the lines that were read, only its path is known. */
function withPlan(plan: PlanFact, written: Written): PlanFact {
  return { ...plan, text: written.get(plan.text) ?? `The plan in ${plan.text}` };
}

/** A shell command that failed or was killed is still a successful tool call; only its text shows how it ended. */
const FAILED = /^(?:Exit Code: (?!0\b)-?\d+|Signal: (?:SIG[A-Z]+|[1-9]\d*)\b)/m;

function resultText(result: unknown): string {
  if (!Array.isArray(result)) return "";
  return result
    .map((part) => fieldOf(fieldOf(part, "functionResponse"), "response"))
    .map((response) => stringOf(response, "output") ?? stringOf(response, "error") ?? "")
    .join("\n");
}
