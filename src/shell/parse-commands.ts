import {
  type AndOr,
  type Command,
  type For,
  forEachChild,
  type Pipeline,
  parse,
  type Redirected,
  type Statement,
  type SyntaxNode,
} from "unbash";
import { changeDirectory } from "./change-directory.ts";
import { expandToText, expandWord, type Variables } from "./expand-word.ts";
import { readCommand } from "./read-command.ts";
import type { ShellCommand } from "./shell-command.ts";

/**
 * The simple commands of a bash line, those of substitutions and of `bash -c` among them: `cd a && CI=1 npm test | tail` is
 * `cd a`, and `npm test` and `tail` in `a`. Variables and loops are followed where the line gives their values. What cannot be
 * parsed has no commands.
 */
export function parseCommands(line: string): ShellCommand[] {
  const shell: Shell = {
    commands: [],
    directory: "",
    directories: [],
    variables: new Map(),
    rounds: { left: MOST_ROUNDS },
    stopsOnError: false,
    pipefail: false,
  };
  parseInto(shell, line, { ...WHOLE_LINE });
  return shell.commands;
}

const LONGEST = 16_384;
/** Substitutions and `bash -c` in each other. */
const DEEPEST = 4;
/** Of all loops of a line together. */
const MOST_ROUNDS = 200;
/** Directories that `popd` can go back to. */
const DEEPEST_STACK = 64;

/** What an interpreter would carry from command to command. */
interface Shell {
  commands: ShellCommand[];
  directory: string | undefined;
  /** For `popd`. */
  directories: readonly (string | undefined)[];
  variables: Variables;
  /** Shared by all subshells of a line. */
  rounds: { left: number };
  stopsOnError: boolean;
  pipefail: boolean;
}

type Place = Pick<ShellCommand, "decides" | "canFail" | "isAsked" | "isRead"> & { depth: number };
const WHOLE_LINE: Place = { decides: true, canFail: true, isAsked: false, isRead: false, depth: 0 };
const HIDDEN = { decides: false, canFail: false };

function parseInto(shell: Shell, line: string, place: Place): void {
  try {
    visitList(shell, parse(line.slice(0, LONGEST)).commands, place);
  } catch (error) {
    // The parser descends by recursion, and a hostile line can nest deeper than the stack.
    if (!(error instanceof RangeError)) throw error;
  }
}

function visitList(shell: Shell, statements: readonly Statement[], place: Place): void {
  for (const [i, { command, background }] of statements.entries()) {
    const isLast = i === statements.length - 1;
    const isHidden = background === true || !(isLast || shell.stopsOnError);
    visit(background ? { ...shell } : shell, command, isHidden ? { ...place, ...HIDDEN } : place);
  }
}

function visit(shell: Shell, node: SyntaxNode, place: Place): void {
  if (node.type === "AndOr") visitAndOr(shell, node, place);
  else if (node.type === "Pipeline") visitPipeline(shell, node, place);
  else if (node.type === "Command") visitCommand(shell, node, place);
  else if (node.type === "Redirected") visitRedirected(shell, node, place);
  else if (node.type === "Subshell") visitList({ ...shell }, node.body.commands, place);
  else if (node.type === "BraceGroup") visitList(shell, node.body.commands, place);
  else if (node.type === "TestCommand" || node.type === "ArithmeticCommand")
    shell.commands.push({ ...newCommand(shell, place), words: ["[["] });
  // A function that is only defined does not run.
  else if (node.type !== "Function") visitBranches(shell, node, place);
}

function visitRedirected(shell: Shell, node: Redirected, place: Place): void {
  const { writes } = readCommand(node, shell.variables);
  if (writes.length > 0) shell.commands.push({ ...newCommand(shell, { ...place, ...HIDDEN }), writes });
  visit(shell, node.command, place);
}

/** A left operand of `||` may fail, and the right one may not have run. */
function visitAndOr(shell: Shell, { commands, operators }: AndOr, place: Place): void {
  const last = operators.lastIndexOf("||");
  for (const [i, command] of commands.entries()) {
    const decides = place.decides && last < Math.max(0, i - 1);
    const canFail = place.canFail && last < i;
    visit(shell, command, { ...place, decides, canFail });
  }
}

function visitPipeline(shell: Shell, { commands, prefixes }: Pipeline, place: Place): void {
  const isNegated = prefixes.some(({ type }) => type === "Negation");
  const outer = isNegated ? { ...place, decides: false, isAsked: true } : place;
  if (commands.length === 1) return commands.forEach((command) => visit(shell, command, outer));
  for (const [i, command] of commands.entries()) {
    const isLast = i === commands.length - 1;
    const hidden = isLast || shell.pipefail ? {} : HIDDEN;
    visit({ ...shell }, command, { ...outer, ...hidden, isRead: outer.isRead || !isLast });
  }
}

function visitCommand(shell: Shell, node: Extract<SyntaxNode, { type: "Command" }>, place: Place): void {
  const { words, writes, input, script } = readCommand(node, shell.variables);
  const isBare = words.length === 0;
  visitSubstitutions(shell, node, isBare ? place : { ...place, ...HIDDEN, isRead: true });
  if (script !== undefined && place.depth < DEEPEST) {
    parseInto({ ...shell }, script, { ...place, depth: place.depth + 1 });
  } else if (!isBare || writes.length > 0) {
    shell.commands.push({ ...newCommand(shell, place), words, writes, input });
  }
  applyTo(shell, words);
  shell.variables = assigned(shell.variables, node);
}

/** Over words that stand in the line, a round for each; else once. */
function visitFor(shell: Shell, { name, wordlist, body }: For, place: Place): void {
  const words = (wordlist ?? []).flatMap((word) => expandWord(word, shell.variables));
  const inside = { ...place, decides: false };
  const isKnown = words.length > 0 && !words.some((word) => /[$`*?[]/.test(word));
  if (!isKnown || words.length > shell.rounds.left) {
    shell.variables = withVariable(shell.variables, name.value, undefined);
    return visitList(shell, body.commands, inside);
  }
  shell.rounds.left -= words.length;
  for (const word of words) {
    shell.variables = withVariable(shell.variables, name.value, word);
    visitList(shell, body.commands, inside);
  }
}

function applyTo(shell: Shell, [program, ...args]: readonly string[]): void {
  if (program === "pushd") shell.directories = [...shell.directories, shell.directory].slice(-DEEPEST_STACK);
  if (program === "popd") {
    shell.directory = shell.directories.at(-1);
    shell.directories = shell.directories.slice(0, -1);
  } else shell.directory = changeDirectory(shell.directory, program, args);
  if (program !== "set") return;
  if (args.some((arg) => /^-[a-z]*e/.test(arg) || arg === "errexit")) shell.stopsOnError = true;
  if (args.includes("pipefail")) shell.pipefail = true;
}

function newCommand({ directory }: Shell, { decides, canFail, isAsked, isRead }: Place): ShellCommand {
  return { words: [], writes: [], input: "", directory, decides, canFail, isAsked, isRead };
}

function visitSubstitutions(shell: Shell, node: SyntaxNode, place: Place): void {
  if (place.depth >= DEEPEST) return;
  forEachChild(node, (child) => {
    if (child.type !== "CommandExpansion" && child.type !== "ProcessSubstitution")
      return visitSubstitutions(shell, child, place);
    if (child.script) visitList({ ...shell }, child.script.commands, { ...place, depth: place.depth + 1 });
  });
}

/** Conditions, loops, cases: which of them runs is not known before. */
function visitBranches(shell: Shell, node: SyntaxNode, place: Place): void {
  if (node.type === "For") return visitFor(shell, node, place);
  forEachChild(node, (child) => {
    if (child.type !== "CompoundList") return visitBranches(shell, child, place);
    const isCondition = "clause" in node && child === node.clause;
    const inside = isCondition ? { ...place, ...HIDDEN, isAsked: true } : { ...place, decides: false };
    visitList(shell, child.commands, inside);
  });
}

const MOST_VARIABLES = 100;

/** The variables after a command: `NAME=value` alone and after `export` stay; in front of a command they are that command's. */
export function assigned(variables: Variables, { name, prefix, args }: Command): Variables {
  const declares = name === undefined || /^(?:export|declare|local|readonly|typeset)$/.test(name.value);
  let now = variables;
  for (const each of declares ? [...prefix, ...args] : []) {
    if (each.type !== "Assignment") continue;
    const isPlain = each.value.type === "Word" && !each.append && each.index === undefined;
    now = withVariable(now, each.name, isPlain ? expandToText(each.value, now) : undefined);
  }
  return now;
}

/** Undefined: it has a value, but only running the line would show which. */
export function withVariable(variables: Variables, name: string, value: string | undefined): Variables {
  const now = new Map(variables);
  if (value === undefined) now.delete(name);
  else if (now.size < MOST_VARIABLES || now.has(name)) now.set(name, value);
  return now;
}
