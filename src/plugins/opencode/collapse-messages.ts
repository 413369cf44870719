import type { KeptParts, MessageShape } from "../../rewind/messages/message-shape.ts";
import type { Exchange } from "../../rewind/messages/pair-calls.ts";
import { collapseConversation } from "../collapse/collapse-conversation.ts";
import { parseReplacement, type Replacement } from "../collapse/replacement.ts";
import type { OpenCodeMessage, OpenCodePart } from "./client.ts";

const OWN = "holdfast_";

/**
 * The messages for the model, without the explorations whose report exists. They are computed from the stored messages
 * alone before each request, so a restart or a compaction changes nothing.
 */
export function collapseMessages(messages: readonly OpenCodeMessage[]): readonly OpenCodeMessage[] {
  const rewinds = messages.flatMap(({ parts }) => parts.filter((part) => replacementIn(part)));
  return rewinds.reduce(withReport, messages);
}

function withReport(
  messages: readonly OpenCodeMessage[],
  part: OpenCodePart,
  count: number,
): readonly OpenCodeMessage[] {
  const exchanges = messages.flatMap(exchangesIn);
  const partOf = ({ at }: Exchange) => toolsIn(messages[at.message])[at.index];
  const rewind = exchanges.find((exchange) => partOf(exchange) === part);
  const replacement = replacementIn(part);
  const before = messages.slice(0, rewind?.at.message);
  const said = before.findLast(({ info }) => info.role === "user");
  if (!rewind || !replacement || !said) return messages;
  const conversation = {
    shape: createShape(said, count),
    messages,
    exchanges,
    isMark: (exchange: Exchange) => isDone(partOf(exchange), "checkpoint"),
    timeOf: (exchange: Exchange) => endedTime(partOf(exchange)),
    isSummary: ({ info }: OpenCodeMessage) => info.summary === true,
  };
  return collapseConversation(conversation, rewind, replacement) ?? messages;
}

/** A message holds a step of the model: its calls, each with its result. */
function exchangesIn(message: OpenCodeMessage, index: number): Exchange[] {
  const { calls, results } = read(message);
  return calls.flatMap((call, i) => {
    const at = { message: index, index: i };
    const result = results[i];
    return result ? [{ at, call, result: { at, result } }] : [];
  });
}

/** `said` is the person's message before the report, which gives the report its place. */
function createShape(said: OpenCodeMessage, count: number): MessageShape<OpenCodeMessage> {
  return { read, pick, withResult, user: (text) => reportAfter(said, text, count) };
}

/** Shows no text, so that the text beside a call is kept with the call. */
function read(message: OpenCodeMessage) {
  const tools = toolsIn(message);
  const calls = tools.map(({ callID = "", tool = "", state }) => ({
    id: callID,
    name: tool,
    input: state?.input,
  }));
  const results = tools.map(({ callID = "", state }) => {
    return { call: callID, ok: state?.status === "completed", text: state?.output ?? "" };
  });
  return { role: message.info.role, text: "", calls, results };
}

function pick(message: OpenCodeMessage, { calls }: KeptParts): OpenCodeMessage {
  const tools = toolsIn(message);
  const parts = message.parts.filter((part) => part.type !== "tool" || calls.has(tools.indexOf(part)));
  return { ...message, parts };
}

function withResult(message: OpenCodeMessage, index: number, output: string): OpenCodeMessage {
  const mark = toolsIn(message)[index];
  const parts = message.parts.map((part) =>
    part === mark && part.state ? { ...part, state: { ...part.state, output } } : part,
  );
  return { ...message, parts };
}

function reportAfter({ info }: OpenCodeMessage, text: string, count: number): OpenCodeMessage {
  const id = `${info.id}r${count}`;
  const { sessionID } = info;
  const part = { id: `prt_${id}`, messageID: id, sessionID, type: "text", synthetic: true, text };
  return { info: { ...info, id }, parts: [part] };
}

function toolsIn(message: OpenCodeMessage | undefined): OpenCodePart[] {
  return message?.parts.filter(({ type }) => type === "tool") ?? [];
}

function isDone(part: OpenCodePart | undefined, name: string): boolean {
  return part?.type === "tool" && part.tool === OWN + name && part.state?.status === "completed";
}

function replacementIn(part: OpenCodePart): Replacement | undefined {
  return isDone(part, "rewind") ? parseReplacement(part.state?.output ?? "") : undefined;
}

function endedTime(part: OpenCodePart | undefined): { start: number; end: number } | undefined {
  const { start, end } = part?.state?.time ?? {};
  return start === undefined || end === undefined ? undefined : { start, end };
}
