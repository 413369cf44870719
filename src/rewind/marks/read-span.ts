import { redactEntry } from "../../capture/redact-entry.ts";
import type { Transcript, TranscriptEntry } from "../../kernel/agent/transcript.ts";
import type { Context } from "../../kernel/context.ts";
import type { SessionSummary } from "../../kernel/record.ts";
import { toStorable } from "../../kernel/to-storable.ts";
import type { SpanFacts } from "../messages/span-facts.ts";
import { fieldOf } from "./rewind-call.ts";

/** What identifies a mark in a transcript. */
export interface MarkReference {
  goal: string;
  call: string | null;
  at: number;
}

export interface Span {
  facts: SpanFacts;
  /** Tokens in use at its end; null if unknown. */
  tokens: number | null;
  /** Why its beginning is unknown; null if it is known. */
  warning: string | null;
  /** Whether the client compacted the conversation within the span. */
  isCompacted: boolean;
}

/** Tolerance for the duration of a call, and for differences between the client's clock and ours. */
const NEAR_MS = 60_000;

/** Reads what happened since a mark from the transcript of its session. */
export async function readSpan(
  ctx: Pick<Context, "agents" | "redactor">,
  session: Pick<SessionSummary, "agent" | "transcriptPath">,
  mark: MarkReference,
): Promise<Span> {
  return spanOf(ctx, await readConversation(ctx, session), mark);
}

/** Does the same with a transcript that was already read. */
export function spanOf(
  ctx: Pick<Context, "redactor">,
  transcript: Transcript | undefined,
  mark: MarkReference,
): Span {
  const entries = transcript?.entries ?? [];
  const begin = findMark(entries, mark);
  const span = begin === undefined ? entries.filter(({ at }) => at > mark.at) : entries.slice(begin + 1);
  const done = span.slice(0, findRewind(span)).map((entry) => redactEntry(toStorable(entry), ctx.redactor));
  return {
    facts: factsOf(done),
    tokens: transcript?.contextUse?.tokens ?? null,
    warning: begin === undefined ? "the checkpoint was not found in the transcript" : null,
    isCompacted: done.some(({ type }) => type === "compaction"),
  };
}

/** The number of tokens in use now; null if unknown. */
export async function tokensInUse(
  ctx: Pick<Context, "agents">,
  session: Pick<SessionSummary, "agent" | "transcriptPath">,
): Promise<number | null> {
  return (await readConversation(ctx, session))?.contextUse?.tokens ?? null;
}

export async function readConversation(
  { agents }: Pick<Context, "agents">,
  { agent, transcriptPath }: Pick<SessionSummary, "agent" | "transcriptPath">,
): Promise<Transcript | undefined> {
  if (transcriptPath === null) return undefined;
  return await agents.find(({ name }) => name === agent)?.readTranscript(transcriptPath);
}

function findMark(
  entries: readonly TranscriptEntry[],
  { goal, call, at }: MarkReference,
): number | undefined {
  const found = entries.findLastIndex(
    (entry) =>
      entry.type === "own_tool" &&
      entry.tool === "checkpoint" &&
      (call === null ? isGoal(entry.input, goal) && Math.abs(entry.at - at) < NEAR_MS : entry.call === call),
  );
  return found < 0 ? undefined : found;
}

/**
 * The position of the rewind that ends the mark before these entries; undefined if there is none. Refused calls end
 * nothing, and a rewind ends the newest mark within the span first, unless `to` names another one.
 */
function findRewind(span: readonly TranscriptEntry[]): number | undefined {
  const outcomes = outcomesOf(span);
  const nested: string[] = [];
  for (const [i, entry] of span.entries()) {
    if (entry.type !== "own_tool") continue;
    const isOk = outcomes.get(entry.call);
    if (entry.tool === "checkpoint" && isOk) nested.push(fieldOf(entry.input, "goal") ?? "");
    if (entry.tool !== "rewind" || isOk === false) continue;
    const to = fieldOf(entry.input, "to");
    const ended = to === undefined ? nested.length - 1 : nested.lastIndexOf(to);
    if (ended < 0) return i;
    nested.length = ended;
  }
  return undefined;
}

function outcomesOf(entries: readonly TranscriptEntry[]): Map<string, boolean> {
  return new Map(entries.flatMap((entry) => (entry.type === "outcome" ? [[entry.call, entry.ok]] : [])));
}

function isGoal(input: unknown, goal: string): boolean {
  return fieldOf(input, "goal") === goal;
}

function factsOf(entries: readonly TranscriptEntry[]): SpanFacts {
  const outcomes = outcomesOf(entries);
  const changed = unique(entries.flatMap((entry) => (entry.type === "file_changed" ? [entry.path] : [])));
  const read = unique(entries.flatMap((entry) => (entry.type === "file_read" ? [entry.path] : [])));
  return {
    filesRead: read.filter((path) => !changed.includes(path)),
    filesChanged: changed,
    commands: entries.flatMap((entry) =>
      entry.type === "command_run" ? [{ command: entry.command, ok: outcomes.get(entry.call) ?? null }] : [],
    ),
    otherCalls: [],
    shown: entries.flatMap((entry) => (entry.type === "message" && entry.text.trim() ? [entry.text] : [])),
    said: entries.flatMap((entry) => (entry.type === "prompt" && !entry.fromClient ? [entry.text] : [])),
    nested: [],
  };
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)];
}
