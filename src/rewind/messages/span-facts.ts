import * as z from "zod";
import type { MessageView, ToolCall } from "./message-shape.ts";
import type { Exchange } from "./pair-calls.ts";
import { factsInReport, isReportText } from "./report-tag.ts";
import { isCheckpoint, isRewind } from "./tool-texts.ts";

/** What happened in a span that a report replaces, oldest first. It is not undone and should not be repeated. */
export interface SpanFacts {
  filesRead: string[];
  filesChanged: string[];
  /** `ok` is null if the outcome is unknown. */
  commands: { command: string; ok: boolean | null }[];
  /** Other calls, counted by tool name. */
  otherCalls: { tool: string; count: number }[];
  /** Messages of the agent that the user has already seen. */
  shown: string[];
  /** What the user said in the span, which must not be lost. */
  said: string[];
  /** The facts of nested explorations that a report already replaced, one line each. */
  nested: string[];
}

/** What a call did, judging by its name and input. */
export type CallFact = { reads: string } | { changes: string } | { runs: string } | undefined;

/** Classifies the calls of a host's tools. The default is `guessCall`. */
export type ClassifyCall = (call: ToolCall) => CallFact;

const Input = z.object({
  command: z.union([z.string(), z.array(z.string()).transform((words) => words.join(" "))]).optional(),
  cmd: z.string().optional(),
  file_path: z.string().optional(),
  filePath: z.string().optional(),
  path: z.string().optional(),
  filename: z.string().optional(),
});

const CHANGES = /write|edit|create|patch|update|delete|remove|rename|move|save|insert|replace|append/i;

/** Guesses from the input what a call is about, and from the name of the tool whether it changes that. */
export function guessCall({ name, input }: ToolCall): CallFact {
  const known = Input.safeParse(input).data;
  if (!known) return undefined;
  const command = known.command ?? known.cmd;
  if (command !== undefined) return { runs: command };
  const path = known.file_path ?? known.filePath ?? known.path ?? known.filename;
  if (path === undefined) return undefined;
  return CHANGES.test(name) ? { changes: path } : { reads: path };
}

interface Span {
  views: readonly MessageView[];
  exchanges: readonly Exchange[];
}

export function collectFacts({ views, exchanges }: Span, classify: ClassifyCall = guessCall): SpanFacts {
  const done = exchanges.filter(({ call }) => !isCheckpoint(call) && !isRewind(call));
  const calls = done.map(({ call, result }) => ({ fact: classify(call), tool: call.name, result }));
  const paths = (pick: (fact: NonNullable<CallFact>) => string | undefined) =>
    unique(calls.flatMap(({ fact }) => (fact ? (pick(fact) ?? []) : [])));
  const changed = paths((fact) => ("changes" in fact ? fact.changes : undefined));
  const read = paths((fact) => ("reads" in fact ? fact.reads : undefined));
  return {
    filesRead: read.filter((path) => !changed.includes(path)),
    filesChanged: changed,
    commands: calls.flatMap(({ fact, result }) =>
      fact && "runs" in fact ? [{ command: fact.runs, ok: result?.result.ok ?? null }] : [],
    ),
    otherCalls: countByTool(calls.flatMap(({ fact, tool }) => (fact ? [] : [tool]))),
    shown: proseOf(views, "assistant"),
    said: proseOf(views, "user").filter((text) => !isReportText(text)),
    nested: unique(proseOf(views, "user").flatMap(factsInReport)),
  };
}

function proseOf(views: readonly MessageView[], role: MessageView["role"]): string[] {
  return views.flatMap((view) => (view.role === role && view.text.trim() !== "" ? [view.text.trim()] : []));
}

function countByTool(tools: readonly string[]): SpanFacts["otherCalls"] {
  return unique(tools).map((tool) => ({ tool, count: tools.filter((other) => other === tool).length }));
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)];
}
