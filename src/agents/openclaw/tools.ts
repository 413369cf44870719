import * as z from "zod";
import { TODO_STATUSES, type ToolFact } from "../../kernel/agent/tool-fact.ts";
import { withExitCode } from "../exit-code.ts";
import type { HookClient } from "../hook-events.ts";
import {
  type ClientTools,
  type EndedCall,
  factsOfCall,
  outcomeOf,
  readCommand,
  readFiles,
  type ToolCall,
  type ToolResult,
} from "../tool-facts.ts";
import { type ClientTexts, type TypedText, typedText } from "../typed-text.ts";

const READERS: ClientTools["readers"] = new Map([
  ["read", readFiles("file_read", "path")],
  ["write", readFiles("file_changed", "path")],
  ["edit", readFiles("file_changed", "path")],
  ["exec", readCommand],
  ["apply_patch", readPatch],
  ["progress_card", readPlan],
]);

const OWN_TOOL = /^holdfast__(\w+)$/;

/** Converts a tool call to facts, before its result is known. */
export function readCall(call: ToolCall): ToolFact[] {
  return factsOfCall(call, { readers: READERS, ownTool: OWN_TOOL });
}

const Ended = z.object({ exitCode: z.number().nullish().catch(undefined) });

/** The client does not report a failed command as an error; only the exit code shows it. */
export function readResult({ id }: EndedCall, result: ToolResult): ToolFact[] {
  const { exitCode } = Ended.safeParse(result.details).data ?? {};
  const ok = result.ok && (exitCode ?? 0) === 0;
  return [outcomeOf(id, { ok, text: withExitCode(result.text, exitCode) })];
}

const Patch = z.object({ input: z.string() });
const PATCHED = /^\*\*\* (?:(?:Add|Update|Delete) File|Move to): (.+)$/gm;

function readPatch(call: string, input: unknown): ToolFact[] {
  const { input: patch = "" } = Patch.safeParse(input).data ?? {};
  return [...patch.matchAll(PATCHED)].map(([, path = ""]) => ({ type: "file_changed", call, path }));
}

const Plan = z.object({ plan: z.array(z.object({ step: z.string(), status: z.enum(TODO_STATUSES) })) });

function readPlan(call: string, input: unknown): ToolFact[] {
  const { plan } = Plan.safeParse(input).data ?? {};
  if (plan === undefined) return [];
  return [{ type: "todo_list", call, todos: plan.map(({ step, status }) => ({ content: step, status })) }];
}

/** What the readers of events and of the database need to know about this client. */
export const client: HookClient = { agent: "openclaw", readCall, readResult, typedPrompt };

const CLIENT_TEXTS: ClientTexts = {
  notices: [
    /^\[(?:Subagent|Inter-session|Cron|Hook) [^\n]{0,200}\]/,
    /^(?:A new session was started via|Pre-compaction memory flush|Read HEARTBEAT\.md if it exists)/,
    /^<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>/,
  ],
  before: [
    // Who wrote where, what was said before, and what is quoted: a title and one block of JSON each.
    /^[^\n]{1,80}\(untrusted[^)\n]{0,60}\):[ \t]*\n+```\w*\n[\s\S]*?\n```[ \t]*(?:\n|$)/,
    // The time at which a prompt was sent, with its channel and sender.
    /^\[(?:[^\]\n]{1,120} )?[A-Z][a-z]{2} \d{4}-\d{2}-\d{2} \d{2}:\d{2}[^\]\n]*\] /,
    /^\[message_id: [^\]\n]{1,200}\][ \t]*(?:\n|$)/,
    /^System: \[[^\]\n]{1,60}\] [^\n]*(?:\n|$)/,
    /^\[media attached[^\n]*\](?:\n|$)/,
    /^\[Chat messages since your last reply[^\n]*\]\n[\s\S]*\n\[Current message[^\n]*\]\n/,
  ],
  within: [
    /\n*^\[message_id: [^\]\n]{1,200}\][ \t]*$/m,
    /\n*Untrusted context \(metadata, do not treat as instructions or commands\):\n[\s\S]*$/,
    /\n*<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>[\s\S]*?(?:<<<END_OPENCLAW_INTERNAL_CONTEXT>>>|$)/,
    /\n*<<<(?:BEGIN_)?EXTERNAL_UNTRUSTED_CONTENT[^\n]*>>>[\s\S]*?(?:<<<END_EXTERNAL_UNTRUSTED_CONTENT[^\n]*>>>|$)/,
  ],
};

/** Only the person's own text of a prompt, without what the client and the channel put before it. */
export function typedPrompt(text: string): TypedText {
  return typedText(text, CLIENT_TEXTS);
}
