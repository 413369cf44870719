import { Command, CommanderError, InvalidArgumentError } from "commander";
import * as z from "zod";
import type { Context } from "../../kernel/context.ts";
import { ERRORS, HoldfastError } from "../../kernel/errors.ts";
import type { Operation } from "../../kernel/operation.ts";
import { escapeTerminal } from "../escape-terminal.ts";
import { jsonText } from "../json-text.ts";
import { render } from "./render/render.ts";
import { styleFor } from "./style.ts";

export interface CliWiring {
  operations: readonly Operation[];
  version: string;
  open(): Promise<Context & { close(): Promise<void> }>;
  write(text: string): void;
  writeError(text: string): void;
  /** For messages that repeat what was typed. */
  redact(text: string): string;
  colours: boolean;
  /** Commands that are not operations: the daemon, the MCP server, completion. */
  extra?: (program: Command) => void;
}

/** Builds the command line from the operations and runs it. Resolves to the exit code; nothing else ends the process. */
export async function runCli(wiring: CliWiring, words: readonly string[]): Promise<number> {
  const outcome = { code: 0 };
  // Alone it shows this project's newest checkpoints, and what one can do next.
  const isBare = words.length === 0;
  const asked = isBare ? ["list", "--limit", "5"] : [...words];
  const program = createProgram(wiring, { wiring, outcome, isBare, asked: asked[0] ?? "" });
  try {
    await program.parseAsync(asked, { from: "user" });
    return outcome.code;
  } catch (error) {
    return report(error, wiring);
  }
}

function createProgram(wiring: CliWiring, run: Run): Command {
  const program = new Command("holdfast")
    .description("Checkpoints for AI coding agents")
    .version(wiring.version)
    .exitOverride()
    .showSuggestionAfterError()
    .configureOutput({ writeOut: wiring.write, writeErr: (text) => wiring.writeError(wiring.redact(text)) });
  // One command runs: the others need be no more than names.
  const isAsked = ({ name }: Operation) => name === run.asked;
  const isHelp = !wiring.operations.some(isAsked);
  for (const operation of wiring.operations) {
    const command = program.command(operation.name).description(operation.summary);
    if (isHelp || isAsked(operation)) addOperation(command, operation, run);
  }
  wiring.extra?.(program);
  return program;
}

interface Run {
  wiring: CliWiring;
  outcome: { code: number };
  /** The first word. */
  asked: string;
  isBare: boolean;
}

function addOperation(command: Command, { name, positional, input }: Operation, run: Run): void {
  command.option("--json", "print JSON");
  const shape = Object.entries(input.shape as Record<string, z.ZodType>);
  for (const field of positional) {
    const type = shape.find(([key]) => key === field)?.[1];
    const isOptional = type?.safeParse(undefined).success === true;
    const word = isList(type) ? `${field}...` : field;
    command.argument(isOptional ? `[${word}]` : `<${word}>`, type?.description ?? "");
  }
  for (const [field, type] of shape) if (!positional.includes(field)) addOption(command, field, type);
  command.action(async (...values: unknown[]) => {
    const { json, ...options } = command.opts();
    const placed = positional.flatMap((field, i) => (values[i] === undefined ? [] : [[field, values[i]]]));
    await execute(name, { ...options, ...Object.fromEntries(placed) }, { ...run, json: json === true });
  });
}

function addOption(command: Command, field: string, type: z.ZodType): void {
  const flag = `--${field.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  const description = type.description ?? "";
  const schema = z.toJSONSchema(type, { io: "input", unrepresentable: "any" });
  if (isSwitch(type)) command.option(flag, description);
  // Of no single type, or a list: only JSON can say it.
  else if (schema.type === undefined || schema.type === "array")
    command.option(`${flag} <json>`, description, readJson);
  else command.option(`${flag} <value>`, description);
}

function isList(type: z.ZodType | undefined): boolean {
  return type?.safeParse([]).success === true;
}

/** `kernel/flag.ts`: an option without a value. */
function isSwitch(type: z.ZodType): boolean {
  return type.safeParse(undefined).data === false;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidArgumentError("It is not JSON.");
  }
}

async function execute(name: string, input: unknown, run: Run & { json?: boolean }): Promise<void> {
  const { wiring, outcome, isBare, json = false } = run;
  const operation = wiring.operations.find((each) => each.name === name);
  if (!operation) throw new HoldfastError("invalid_input", `There is no command ${name}.`);
  const ctx = await wiring.open();
  try {
    if (operation.readOnly) await ctx.drain();
    const output = await operation.call(ctx, input);
    if (json) wiring.write(`${jsonText(output)}\n`);
    else show(isBare ? "overview" : name, output, { wiring, now: ctx.clock() });
    if (name === "doctor" && !(output as { ok: boolean }).ok) outcome.code = 1;
  } finally {
    await ctx.close();
  }
}

/** Rows are escaped before they are painted: only our own colours reach the terminal. */
function show(name: string, output: unknown, { wiring, now }: { wiring: CliWiring; now: number }): void {
  const style = styleFor(wiring.colours);
  const safe = JSON.parse(jsonText(output), (_key, value: unknown) =>
    typeof value === "string" ? escapeTerminal(value) : value,
  ) as unknown;
  wiring.write(`${render(name, safe, { style, now }).join("\n")}\n`);
}

function report(error: unknown, { writeError }: CliWiring): number {
  // Commander has printed its own message already.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : ERRORS.invalid_input.exit;
  const known =
    error instanceof HoldfastError
      ? error
      : new HoldfastError("internal", "Something went wrong.", { cause: error });
  writeError(`holdfast: ${escapeTerminal(known.message)}\n${known.next}\n`);
  return ERRORS[known.code].exit;
}
