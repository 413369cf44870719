import * as z from "zod";
import { tryParseJson } from "../../../text/json-text.ts";
import { readDirectory } from "../../tool-facts.ts";
import type { ExchangedCall, Item } from "./lines.ts";

/** What a call did that has ended, read from its input and its output alone. */
export function endedCallItems(call: ExchangedCall, output: string): Item[] {
  const { call_id: id } = call;
  const end = readEnd(output);
  const [, server, tool] = MCP.exec(call.name) ?? [];
  if (server !== undefined && tool !== undefined) {
    const args = tryParseJson(inputOf(call));
    return [{ type: "McpToolCall", id, server, tool, arguments: args, status: "completed", result: output }];
  }
  const changes = patchIn(call);
  const status = isFailed(end, output) ? "failed" : "completed";
  return [
    ...(changes ? [{ type: "FileChange", id, changes, status } as const] : []),
    ...commandItems(call, end),
  ];
}

function commandItems(call: ExchangedCall, { code, text }: CallEnd): Item[] {
  const command =
    call.type === "custom_tool_call" ? wordInScript(SCRIPTED, call.input) : readCommand(call.arguments);
  if (command === undefined || code === undefined) return [];
  const where =
    call.type === "custom_tool_call"
      ? readDirectory({ workdir: wordInScript(SCRIPTED_DIRECTORY, call.input) })
      : readDirectory(tryParseJson(call.arguments));
  const run = { id: call.call_id, command: [command], exit_code: code, aggregated_output: text, ...where };
  return [{ type: "CommandExecution", ...run }];
}

function inputOf(call: ExchangedCall): string {
  return call.type === "function_call" ? call.arguments : call.input;
}

const MCP = /^mcp__(.+?)__(.+)$/;

const Command = z.union([
  z.object({ command: z.array(z.string()).nonempty() }).transform(({ command }) => command.at(-1)),
  z.object({ command: z.string() }).transform(({ command }) => command),
  z.object({ cmd: z.string() }).transform(({ cmd }) => cmd),
]);

function readCommand(input: string): string | undefined {
  return Command.safeParse(tryParseJson(input)).data;
}

/** The model can write a script that calls the tools. */
const SCRIPTED = /\b(?:cmd|command)["']?\s*:\s*("(?:[^"\\]|\\.)*")/;

const SCRIPTED_DIRECTORY = /\bworkdir["']?\s*:\s*("(?:[^"\\]|\\.)*")/;

function wordInScript(pattern: RegExp, script: string): string | undefined {
  const word = tryParseJson(pattern.exec(script)?.[1] ?? "");
  return typeof word === "string" ? word : undefined;
}

/** Within a script the lines of a patch end with an escaped line feed. */
const PATCHED = /\*\*\* (Add|Update|Delete) File: ([^\n\\"'`]+)(?:(?:\n|\\n)\*\*\* Move to: ([^\n\\"'`]+))?/g;

function patchIn(call: ExchangedCall) {
  if (call.type !== "custom_tool_call" || !call.input.includes("*** Begin Patch")) return undefined;
  const files = [...call.input.matchAll(PATCHED)].map(([, type = "", path = "", moved]) => {
    return [path.trim(), { type: type.toLowerCase(), move_path: moved?.trim() }] as const;
  });
  return Object.fromEntries(files);
}

interface CallEnd {
  /** Undefined while it runs, and if the output does not say it. */
  code: number | undefined;
  text: string;
}

const CODE = /^(?:Exit code: |Process exited with code )(-?\d+)$/m;
const Structured = z.object({ output: z.string(), metadata: z.object({ exit_code: z.number() }) });
const SCRIPT_CODE = /"exit_code":\s*(-?\d+)/;

function readEnd(output: string): CallEnd {
  const { data } = Structured.safeParse(tryParseJson(output));
  if (data) return { code: data.metadata.exit_code, text: data.output };
  const code = CODE.exec(output.slice(0, MAX_HEAD))?.[1] ?? SCRIPT_CODE.exec(output)?.[1];
  const text = output.replace(/^[\s\S]*?^Output:\n/m, "");
  return { code: code === undefined ? undefined : Number(code), text };
}

const MAX_HEAD = 400;

function isFailed({ code }: CallEnd, output: string): boolean {
  if (code !== undefined) return code !== 0;
  return /^(?:apply_patch verification failed|error\b|failed\b|aborted\b|.*\brejected\b)/i.test(
    output.trimStart(),
  );
}
