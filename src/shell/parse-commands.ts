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
 * Returns the simple commands of a bash line, including those of substitutions and of `bash -c`:
 * `cd a && CI=1 npm test | tail` is `cd a`, and `npm test` and `tail` in `a`. Variables and loops are expanded if the
 * line gives their values. A line that cannot be parsed has no commands.
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
/** How deep substitutions and `bash -c` may nest. */
const DEEPEST = 4;
/** The limit for all loops of a line together. */
const MOST_ROUNDS = 200;
/** How many directories `popd` can return to. */
const DEEPEST_STACK = 64;

/** The state that a shell carries from command to command. */
interface Shell {
  commands: ShellCommand[];
  directory: string | undefined;
  /** The stack of `pushd` and `popd`. */
  directories: readonly (string | undefined)[];
  variables: Variables;
  /** Shared by all subshells of a line. */
  rounds: { left: number };
  stopsOnError: boolean;
  pipefail: boolean;
}

type Position = Pick<ShellCommand, "determinesSuccess" | "canFail" | "isCondition" | "isConsumed"> & {
  depth: number;
};
const WHOLE_LINE: Position = {
  determinesSuccess: true,
  canFail: true,
  isCondition: false,
  isConsumed: false,
  depth: 0,
};
const HIDDEN = { determinesSuccess: false, canFail: false };

function parseInto(shell: Shell, line: string, position: Position): void {
  try {
    visitList(shell, parse(line.slice(0, LONGEST)).commands, position);
  } catch (error) {
    // The parser descends by recursion, and a hostile line can nest deeper than the stack.
    if (!(error instanceof RangeError)) throw error;
  }
}

function visitList(shell: Shell, statements: readonly Statement[], position: Position): void {
  for (const [i, { command, background }] of statements.entries()) {
    const isLast = i === statements.length - 1;
    const isHidden = background === true || !(isLast || shell.stopsOnError);
    visit(background ? { ...shell } : shell, command, isHidden ? { ...position, ...HIDDEN } : position);
  }
}

function visit(shell: Shell, node: SyntaxNode, position: Position): void {
  if (node.type === "AndOr") visitAndOr(shell, node, position);
  else if (node.type === "Pipeline") visitPipeline(shell, node, position);
  else if (node.type === "Command") visitCommand(shell, node, position);
  else if (node.type === "Redirected") visitRedirected(shell, node, position);
  else if (node.type === "Subshell") visitList({ ...shell }, node.body.commands, position);
  else if (node.type === "BraceGroup") visitList(shell, node.body.commands, position);
  else if (node.type === "TestCommand" || node.type === "ArithmeticCommand")
    shell.commands.push({ ...newCommand(shell, position), words: ["[["] });
  // A function definition alone runs nothing.
  else if (node.type !== "Function") visitBranches(shell, node, position);
}

function visitRedirected(shell: Shell, node: Redirected, position: Position): void {
  const { writes } = readCommand(node, shell.variables);
  if (writes.length > 0) shell.commands.push({ ...newCommand(shell, { ...position, ...HIDDEN }), writes });
  visit(shell, node.command, position);
}

/** The left operand of `||` may fail, and the right one may not have run. */
function visitAndOr(shell: Shell, { commands, operators }: AndOr, position: Position): void {
  const last = operators.lastIndexOf("||");
  for (const [i, command] of commands.entries()) {
    const determinesSuccess = position.determinesSuccess && last < Math.max(0, i - 1);
    const canFail = position.canFail && last < i;
    visit(shell, command, { ...position, determinesSuccess, canFail });
  }
}

function visitPipeline(shell: Shell, { commands, prefixes }: Pipeline, position: Position): void {
  const isNegated = prefixes.some(({ type }) => type === "Negation");
  const outer = isNegated ? { ...position, determinesSuccess: false, isCondition: true } : position;
  if (commands.length === 1) return commands.forEach((command) => visit(shell, command, outer));
  for (const [i, command] of commands.entries()) {
    const isLast = i === commands.length - 1;
    const hidden = isLast || shell.pipefail ? {} : HIDDEN;
    visit({ ...shell }, command, { ...outer, ...hidden, isConsumed: outer.isConsumed || !isLast });
  }
}

function visitCommand(
  shell: Shell,
  node: Extract<SyntaxNode, { type: "Command" }>,
  position: Position,
): void {
  const { words, writes, input, script } = readCommand(node, shell.variables);
  const isBare = words.length === 0;
  visitSubstitutions(shell, node, isBare ? position : { ...position, ...HIDDEN, isConsumed: true });
  if (script !== undefined && position.depth < DEEPEST) {
    parseInto({ ...shell }, script, { ...position, depth: position.depth + 1 });
  } else if (!isBare || writes.length > 0) {
    shell.commands.push({ ...newCommand(shell, position), words, writes, input });
  }
  applyTo(shell, words);
  shell.variables = assignVariables(shell.variables, node);
}

/** If the line gives the words of the loop, visits the body for each word, else once. */
function visitFor(shell: Shell, { name, wordlist, body }: For, position: Position): void {
  const words = (wordlist ?? []).flatMap((word) => expandWord(word, shell.variables));
  const inside = { ...position, determinesSuccess: false };
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

function newCommand(
  { directory }: Shell,
  { determinesSuccess, canFail, isCondition, isConsumed }: Position,
): ShellCommand {
  return { words: [], writes: [], input: "", directory, determinesSuccess, canFail, isCondition, isConsumed };
}

function visitSubstitutions(shell: Shell, node: SyntaxNode, position: Position): void {
  if (position.depth >= DEEPEST) return;
  forEachChild(node, (child) => {
    if (child.type !== "CommandExpansion" && child.type !== "ProcessSubstitution")
      return visitSubstitutions(shell, child, position);
    if (child.script)
      visitList({ ...shell }, child.script.commands, { ...position, depth: position.depth + 1 });
  });
}

/** Conditions, loops and cases: which branch runs is not known in advance. */
function visitBranches(shell: Shell, node: SyntaxNode, position: Position): void {
  if (node.type === "For") return visitFor(shell, node, position);
  forEachChild(node, (child) => {
    if (child.type !== "CompoundList") return visitBranches(shell, child, position);
    const isCondition = "clause" in node && child === node.clause;
    const inside = isCondition
      ? { ...position, ...HIDDEN, isCondition: true }
      : { ...position, determinesSuccess: false };
    visitList(shell, child.commands, inside);
  });
}

const MOST_VARIABLES = 100;

/** The variables after a command. `NAME=value` persists alone or after `export`; before a command, only for it. */
export function assignVariables(variables: Variables, { name, prefix, args }: Command): Variables {
  const declares = name === undefined || /^(?:export|declare|local|readonly|typeset)$/.test(name.value);
  let now = variables;
  for (const each of declares ? [...prefix, ...args] : []) {
    if (each.type !== "Assignment") continue;
    const isPlain = each.value.type === "Word" && !each.append && each.index === undefined;
    now = withVariable(now, each.name, isPlain ? expandToText(each.value, now) : undefined);
  }
  return now;
}

/** `value` is undefined if only running the line would show it. */
export function withVariable(variables: Variables, name: string, value: string | undefined): Variables {
  const now = new Map(variables);
  if (value === undefined) now.delete(name);
  else if (now.size < MOST_VARIABLES || now.has(name)) now.set(name, value);
  return now;
}
