import { Command, CommanderError } from "commander";
import * as z from "zod";
import { listSetAside, setAsideNotice } from "../../files/set-aside.ts";
import type { Context, PrintedWork } from "../../kernel/context.ts";
import { ERRORS, HoldfastError } from "../../kernel/errors.ts";
import type { NamedOperation } from "../../operations-by-name.ts";
import { errorBody, toHoldfastError } from "../error-body.ts";
import { escapeAll, escapeTerminal } from "../escape-terminal.ts";
import { jsonText } from "../json-text.ts";
import { plainJson } from "../plain-json.ts";
import { addArgument, addOption, isTextList } from "./add-input.ts";
import { askForInput, canAskFor } from "./ask/ask-for-input.ts";
import type { Prompts } from "./ask/prompts.ts";
import { callWithChoice, type Takeover, takeoverOf } from "./call-with-choice.ts";
import { byGroup, helpGroups } from "./help-groups.ts";
import { isJsonInWords } from "./is-json-in-words.ts";
import { styleFor } from "./layout/style.ts";
import { withTextLists } from "./list-options.ts";
import { overviewOf } from "./overview-of.ts";
import { type PickWiring, pickSession } from "./pick-session.ts";
import { exitCodeOf, warningsOf } from "./read-output.ts";
import { render } from "./render/render.ts";
import { requireConnected } from "./require-connected.ts";
import { withProgress } from "./with-progress.ts";

/** The shells' exit code for a program stopped by Ctrl-C. */
const CANCELLED = 130;

export interface CliWiring extends PickWiring {
  operations: readonly NamedOperation[];
  version: string;
  write(text: string): void;
  writeError(text: string): void;
  /** Whether what was written can have a reader (default: yes). */
  isRead?(): boolean;
  /** For messages that repeat the command line. */
  redact(text: string): Promise<string>;
  columns(): number;
  /** Undefined without a person at a terminal. */
  prompts?: () => Promise<Prompts | undefined>;
  /** The passphrase in the environment, for bundles. */
  passphrase?: string | undefined;
  /** Runs another program in this terminal. Undefined without a person at the terminal. */
  takeOver?: ((program: Takeover) => Promise<number>) | undefined;
  /** Adds the commands that are not operations: the daemon, the MCP server, completion. */
  extra?: (program: Command, prompts: CliWiring["prompts"]) => void;
}

/**
 * Builds the command line from the operations and runs it. Resolves to the exit code; nothing else ends the process.
 */
export async function runCli(wiring: CliWiring, words: readonly string[]): Promise<number> {
  try {
    const picked = await pickSession(wiring, words);
    if (!picked) return 0;
    const { words: given, isPlain, operation } = picked;
    const { prompts, takeOver, ...plain } = wiring;
    const asking = isPlain ? plain : { ...plain, ...(prompts ? { prompts } : {}), takeOver };
    return await runWords({ ...asking, ...(operation ? { operations: [operation] } : {}) }, given);
  } catch (error) {
    return await report(error, wiring, { words, json: false });
  }
}

async function runWords(wiring: CliWiring, words: readonly string[]): Promise<number> {
  const outcome = { code: 0, json: isJsonInWords(words) };
  // Without a command: the newest checkpoints of this project and hints for what to do next.
  const isOverview = words.every((word) => word === "--json");
  const requested = isOverview ? ["list", "--limit", "5", ...words] : [...words];
  const program = createProgram(wiring, { wiring, outcome, isOverview, requested: requested[0] ?? "" });
  try {
    await program.parseAsync(requested, { from: "user" });
    return outcome.code;
  } catch (error) {
    return await report(error, wiring, { words, json: outcome.json });
  }
}

function createProgram(wiring: CliWiring, run: Run): Command {
  const program = new Command("holdfast")
    .description("Checkpoints for AI coding agents")
    .version(wiring.version, "-V, --version", "Print the version")
    .helpOption("-h, --help", "Print help")
    .commandsGroup(helpGroups.other)
    .helpCommand("help [command]", "Print help for a command")
    // Every command has options, so listing them would only make the table wider.
    .configureHelp({
      subcommandTerm: (command) =>
        `${command.name()} ${command.usage().replace("[options]", "").trim()}`.trim(),
    })
    .exitOverride()
    .showSuggestionAfterError()
    // All errors are printed by `report`, in one format.
    .configureOutput({ writeOut: wiring.write, writeErr: wiring.writeError, outputError: () => {} });
  // Only the command that runs needs its options.
  const isRequested = ({ name }: NamedOperation) => name === run.requested;
  const isHelp = !wiring.operations.some(isRequested);
  for (const operation of byGroup(wiring.operations)) {
    const command = program
      .command(operation.name)
      .description(operation.summary)
      .helpGroup(helpGroups[operation.group]);
    if (isHelp || isRequested(operation)) addOperation(command, operation, run);
  }
  wiring.extra?.(program, wiring.prompts);
  return program;
}

interface Run {
  wiring: CliWiring;
  /** `json` is what the words look like, until they are parsed. */
  outcome: { code: number; json: boolean };
  /** The first word. */
  requested: string;
  isOverview: boolean;
}

function addOperation(command: Command, operation: NamedOperation, run: Run): void {
  const { positional, input } = operation;
  command.option("--json", "Print JSON");
  const shape = input.shape as Record<string, z.ZodType>;
  for (const field of positional) {
    const type = shape[field];
    if (type) addArgument(command, field, type);
  }
  const fields = Object.keys(shape).filter((field) => !positional.includes(field));
  for (const [field, type] of Object.entries(shape))
    if (fields.includes(field)) addOption(command, field, type);
  const lists = fields.filter((field) => shape[field] && isTextList(shape[field]));
  // An operation may have an option of this name itself.
  const addsYes = canAskFor(operation.name) && !Object.hasOwn(operation.input.shape, "yes");
  if (addsYes) command.option("--yes", "Do not ask");
  command.action(async (...values: unknown[]) => {
    const { json, ...options } = command.opts();
    run.outcome.json = json === true || options["format"] === "json";
    const positionals = positional.flatMap((field, i) =>
      values[i] === undefined ? [] : [[field, values[i]]],
    );
    const { yes, ...rest } = options;
    const given = addsYes ? rest : options;
    const input = { ...withTextLists(given, lists), ...Object.fromEntries(positionals) };
    await execute(operation, input, { ...run, isAsked: !run.outcome.json && yes !== true });
  });
}

interface Execution extends Run {
  isAsked: boolean;
}

async function execute(operation: NamedOperation, given: object, run: Execution): Promise<void> {
  const { wiring, outcome } = run;
  const printed: PrintedWork[] = [];
  const ctx = { ...(await wiring.open()), whenPrinted: (work: PrintedWork) => void printed.push(work) };
  let takeover: Takeover | undefined;
  try {
    const output = await outputOf(ctx, operation, { given, run });
    await requireConnected(ctx, { operation, given, output });
    takeover = takeoverIn(operation, output, run);
    const warnings = warningsOf(output);
    if (takeover) warn(warnings, wiring);
    if (output === undefined || !(await askBefore(ctx, takeover, wiring))) {
      wiring.write(takeover ? "Nothing was started.\n" : "Nothing was changed.\n");
      outcome.code = CANCELLED;
      return;
    }
    if (!takeover) {
      await print(ctx, operation, { output, run, printed });
      warn(warnings, wiring);
    }
    outcome.code = exitCodeOf(output);
  } finally {
    warnOfDamage(ctx, wiring);
    await ctx.close();
  }
  // The store is already closed: the other program may run for hours.
  if (takeover && wiring.takeOver) outcome.code = await wiring.takeOver(takeover);
}

/** The program that takes over the terminal, if there is one. */
function takeoverIn(
  { name }: NamedOperation,
  output: unknown,
  { wiring, outcome }: Run,
): Takeover | undefined {
  const isPossible = output !== undefined && !outcome.json && wiring.takeOver;
  return isPossible ? takeoverOf(name, output) : undefined;
}

/** False if the person does not want to start the program. */
async function askBefore(ctx: Context, takeover: Takeover | undefined, wiring: CliWiring): Promise<boolean> {
  const { files, directory = "", missing = [] } = takeover ?? {};
  if (!files && missing.length === 0) return true;
  const prompts = await wiring.prompts?.();
  if (!prompts) return true;
  const { askBeforeStart } = await import("./ask/ask-before-start.ts");
  const print = (view: object) => show("restore", view, { wiring, now: ctx.clock() });
  return await askBeforeStart(ctx, { files, directory, missing }, { prompts, print });
}

function warn(warnings: readonly string[], { writeError }: CliWiring): void {
  for (const warning of warnings) writeError(`holdfast: ${escapeTerminal(warning)}\n`);
}

/** Undefined if a person was asked and cancelled. */
async function outputOf(
  ctx: Context,
  operation: NamedOperation,
  { given, run: { wiring, outcome, isAsked } }: { given: object; run: Execution },
): Promise<unknown> {
  const prompts = isAsked && canAskFor(operation.name) ? await wiring.prompts?.() : undefined;
  const say = (lines: readonly string[]) => wiring.write(`${escapeTerminal(lines.join("\n"))}\n`);
  const input = await askForInput(operation.name, ctx, {
    input: given,
    asking: { prompts, say, passphrase: wiring.passphrase },
  });
  if (!input) return undefined;
  await ctx.followMoved(ctx.caller.cwd);
  if (operation.readOnly) await ctx.drain();
  const prompted = outcome.json ? undefined : wiring.prompts;
  const calling = { ctx, operation, prompts: prompted, columns: wiring.columns() };
  return await withProgress(ctx, operation.name, () => callWithChoice(calling, input));
}

async function print(
  ctx: Context,
  { name }: NamedOperation,
  {
    output,
    run: { wiring, outcome, isOverview },
    printed,
  }: { output: unknown; run: Execution; printed: readonly PrintedWork[] },
): Promise<void> {
  const now = ctx.clock();
  if (outcome.json) wiring.write(`${jsonText(output)}\n`);
  else if (isOverview) show("overview", await overviewOf(ctx, output), { wiring, now });
  else show(name, output, { wiring, now });
  if (wiring.isRead?.() ?? true) for (const work of printed) await work();
}

/** On standard error, since a program may read the output. */
function warnOfDamage({ paths }: Context, { writeError }: CliWiring): void {
  for (const aside of listSetAside(paths.database))
    writeError(`holdfast: ${escapeTerminal(setAsideNotice(aside))}\n`);
}

/** Output is escaped before it is colored: only our own escape sequences reach the terminal. */
function show(
  name: Parameters<typeof render>[0],
  output: unknown,
  { wiring, now }: { wiring: CliWiring; now: number },
): void {
  const style = styleFor(wiring.colors);
  const safe = escapeAll(plainJson(output));
  wiring.write(`${render(name, safe, { style, now, columns: wiring.columns() }).join("\n")}\n`);
}

async function report(
  error: unknown,
  wiring: CliWiring,
  { words, json }: { words: readonly string[]; json: boolean },
): Promise<number> {
  if (error instanceof CommanderError) {
    // Commander has already printed the help.
    if (error.exitCode === 0) return 0;
    if (error.code === "commander.help") return ERRORS.invalid_input.exit;
  }
  const known = toHoldfastError(
    error instanceof CommanderError ? await usageError(error, wiring, words) : error,
  );
  const text = `holdfast: ${escapeTerminal(known.message)}\n${known.next}`;
  wiring.writeError(`${json ? jsonText(errorBody(known)) : text}\n`);
  return ERRORS[known.code].exit;
}

async function usageError(
  { code, message }: CommanderError,
  { operations, redact }: CliWiring,
  [word]: readonly string[],
): Promise<HoldfastError> {
  const [what = "", ...hints] = message.replace(/^error: /, "").split("\n");
  const sentence = /[.)?]$/.test(what) ? what : `${what}.`;
  const command = operations.some(({ name }) => name === word) ? `holdfast ${word}` : "holdfast";
  const quote = code === "commander.excessArguments" ? "Put text with spaces in quotes. " : "";
  return new HoldfastError("invalid_input", await redact([sentence, ...hints].join(" ")), {
    next: `${quote}Run \`${command} --help\` for usage.`,
  });
}
