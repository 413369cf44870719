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
import { typedPrompt } from "./prompts.ts";

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
