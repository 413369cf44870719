import * as z from "zod";
import { type ToolFact } from "../../kernel/agent/tool-fact.ts";
import { defineClient } from "../define-client.ts";
import { withExitCode } from "../exit-code.ts";
import {
  type ClientTools,
  type EndedCall,
  outcomeOf,
  readCommand,
  readFiles,
  readTodos,
  type ToolResult,
} from "../tool-facts.ts";
import type { ClientTexts } from "../typed-text.ts";

const READERS: ClientTools["readers"] = new Map([
  ["read", readFiles("file_read", "path")],
  ["write", readFiles("file_changed", "path")],
  ["edit", readFiles("file_changed", "path")],
  ["exec", readCommand],
  ["apply_patch", readPatch],
  ["progress_card", readTodos("plan", "step")],
]);

const Ended = z.object({ exitCode: z.number().nullish().catch(undefined) });

/** The client does not report a failed command as an error; only the exit code shows it. */
function readResult({ id }: EndedCall, result: ToolResult): ToolFact[] {
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

/** The client and the channel put this before, into and after what a person typed. */
const TEXTS: ClientTexts = {
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

/** What the readers of events and of the database need to know about this client. */
export const client = defineClient({
  agent: "openclaw",
  tools: { readers: READERS, ownTool: /^holdfast__(\w+)$/ },
  texts: TEXTS,
  readResult,
});
