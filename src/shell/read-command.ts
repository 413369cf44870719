import type { Command, Redirected, Redirection } from "unbash";
import { expandWord, type Variables } from "./expand-word.ts";
import type { ShellCommand } from "./shell-command.ts";
import { withoutLaunchers } from "./without-launchers.ts";

type ParsedCommand = Pick<ShellCommand, "words" | "writes" | "input"> & {
  /** A line that it runs, as in `bash -c`. */
  script?: string | undefined;
};

/** Reads a command of the syntax tree: removes quotes and launchers, and expands braces and known variables. */
export function readCommand(node: Command | Redirected, variables: Variables): ParsedCommand {
  const { redirects } = node;
  const all =
    node.type === "Command" && node.name
      ? [node.name, ...node.args].flatMap((arg) =>
          arg.type === "Word" ? expandWord(arg, variables) : [arg.text],
        )
      : [];
  const words = withoutLaunchers(all);
  return {
    words,
    writes: redirects.flatMap((redirect) => writtenBy(redirect, variables)),
    input: redirects.map(inputOf).join(""),
    script: scriptOf(words, redirects.map(inputOf).join("")),
  };
}

/** Redirects of standard error count too; duplicating a stream (`>&1`) does not write a file. */
function writtenBy(redirect: Redirection, variables: Variables): string[] {
  if (redirect.type !== "Redirect" || !redirect.target) return [];
  if (redirect.operator === "<" || redirect.operator === "<&") return [];
  const names = expandWord(redirect.target, variables);
  return redirect.operator === ">&" && /^(?:\d+|-)$/.test(names[0] ?? "") ? [] : names;
}

function inputOf(redirect: Redirection): string {
  if (redirect.type === "HereDoc") return redirect.body.text;
  return redirect.type === "HereString" ? (redirect.target?.value ?? "") : "";
}

const SHELLS = /^(?:.*\/)?(?:ba|da|z|k)?sh$/;

function scriptOf([program = "", ...args]: readonly string[], input: string): string | undefined {
  if (program === "eval") return args.join(" ");
  if (!SHELLS.test(program)) return undefined;
  const flag = args.findIndex((arg) => /^-[a-z]*c[a-z]*$/.test(arg));
  // A shell without a script reads its commands from standard input.
  if (flag < 0) return input !== "" && args.every((arg) => arg.startsWith("-")) ? input : undefined;
  return args.slice(flag + 1).find((arg) => !arg.startsWith("-"));
}
