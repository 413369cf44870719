import * as z from "zod";
import type { TranscriptEntry } from "../../../kernel/agent/transcript.ts";
import { boundedText } from "../../bounded.ts";
import { client } from "../tools.ts";
import type { StoredMessage } from "./database.ts";

const MAX_TEXT = 262_144;

const Times = z.object({ created: z.number() });
/** When a part was written: its message may have begun long before. */
const PartTimes = z
  .object({ start: z.number().optional(), end: z.number().optional() })
  .optional()
  .catch(undefined);
const Message = z.object({
  role: z.enum(["user", "assistant"]),
  time: Times,
  /** True for the answer to a compaction. */
  summary: z.unknown().optional(),
  error: z.object({ name: z.string() }).nullish().catch(undefined),
});
type Message = z.infer<typeof Message>;

/** A synthetic text was written by the client or our plugin; an ignored one is not sent to the model. */
const TextPart = z.object({
  type: z.literal("text"),
  text: z.string(),
  synthetic: z.boolean().nullish().catch(undefined),
  ignored: z.boolean().nullish().catch(undefined),
  time: PartTimes,
});
const ToolPart = z.object({
  type: z.literal("tool"),
  tool: z.string(),
  callID: z.string(),
  state: z.object({
    status: z.string(),
    input: z.unknown().optional(),
    output: z.string().optional().catch(undefined),
    error: z.string().optional().catch(undefined),
    metadata: z
      .object({ exit: z.number().nullish().catch(undefined) })
      .optional()
      .catch(undefined),
    time: PartTimes,
  }),
});
const CompactionPart = z.object({
  type: z.literal("compaction"),
  auto: z.boolean().optional().catch(undefined),
});

interface Base {
  uuid: string;
  at: number;
}

/** The entries of a stored message; empty if it is not relevant. */
export function entriesOf({ id, data, parts }: StoredMessage): TranscriptEntry[] {
  const message = Message.safeParse(data).data;
  if (!message) return [];
  const base = { uuid: id, at: message.time.created };
  const values = parts.map((part) => part.data);
  return message.role === "user" ? promptEntries(values, base) : answerEntries(values, base, message);
}

function promptEntries(parts: readonly unknown[], base: Base): TranscriptEntry[] {
  const compaction = parts.flatMap((part) => CompactionPart.safeParse(part).data ?? [])[0];
  if (compaction) return [{ ...base, type: "compaction", trigger: compaction.auto ? "auto" : "manual" }];
  const typed = textsOf(parts).filter(({ synthetic, ignored }) => !synthetic && !ignored);
  const said = boundedText(typed.map((part) => part.text).join("\n"), MAX_TEXT);
  const { text, fromClient } = client.typedPrompt(said);
  return text === "" || fromClient ? [] : [{ ...base, type: "prompt", text, promptId: base.uuid }];
}

function answerEntries(
  parts: readonly unknown[],
  base: Base,
  { summary, error }: Message,
): TranscriptEntry[] {
  const entries = parts.flatMap((part): TranscriptEntry[] => {
    const said = TextPart.safeParse(part).data;
    if (said) {
      const type = summary === true ? "summary" : "message";
      const at = said.time?.end ?? base.at;
      return [{ ...base, at, type, text: boundedText(said.text, MAX_TEXT) }];
    }
    const call = ToolPart.safeParse(part).data;
    return call ? callEntries(call, base) : [];
  });
  return error?.name === "MessageAbortedError" ? [...entries, { ...base, type: "interruption" }] : entries;
}

function callEntries(
  { tool: name, callID: id, state }: z.infer<typeof ToolPart>,
  base: Base,
): TranscriptEntry[] {
  const call = { id, name, input: state.input };
  const { start = base.at, end = start } = state.time ?? {};
  const called = client.readCall(call).map((fact) => ({ ...base, at: start, ...fact }));
  const ended = resultOf(state);
  if (!ended) return called;
  return [...called, ...client.readResult(call, ended).map((fact) => ({ ...base, at: end, ...fact }))];
}

/** Undefined while the tool runs. */
function resultOf({ status, output, error, metadata }: z.infer<typeof ToolPart>["state"]) {
  if (status === "error") return { ok: false, text: error ?? "" };
  if (status !== "completed") return undefined;
  return { ok: (metadata?.exit ?? 0) === 0, text: output ?? "", details: metadata };
}

function textsOf(parts: readonly unknown[]) {
  return parts.flatMap((part) => TextPart.safeParse(part).data ?? []);
}
