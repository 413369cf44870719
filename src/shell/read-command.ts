import type { Command, Redirected, Redirection } from "unbash";
import { expandWord, type Variables } from "./expand-word.ts";
import type { ShellCommand } from "./shell-command.ts";
import { withoutLaunchers } from "./without-launchers.ts";

type Read = Pick<ShellCommand, "words" | "writes" | "input"> & {
  /** A line that it runs: of `bash -c`. */
  script?: string | undefined;
};

/** What a command of the syntax tree says, with quotes removed, and with the words that braces and known variables stand for. */
export function readCommand(node: Command | Redirected, variables: Variables): Read {
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

/** To another stream, or the errors of a program alone, is written too. */
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
  // A shell without a script reads its lines from what it is given.
  if (flag < 0) return input !== "" && args.every((arg) => arg.startsWith("-")) ? input : undefined;
  return args.slice(flag + 1).find((arg) => !arg.startsWith("-"));
}
